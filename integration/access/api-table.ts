/**
 * Every method of every address of the API, how it declares to be reached, and what each kind of caller sees who asks
 * for store A of a project (`#` tells one question from another).
 *
 * `·` 401 credential_missing   `×` 401 credential_invalid   `-` done, with nothing of any store
 * `A` `B` `Q` done, and of these stores something is in the answer: B is the project's other one, Q another project's
 * `+1` so many records taken   any other word: the refusal (reading.ts)
 *
 * `#as-of-Q` names the other project for what is this one's, by its id.
 *
 * none        nobody                              stB  staff of store B         tab, tbB  paired tablets of A and of B
 * pk, sk      publishable, secret key             st   staff of all stores      tbR  one of A that was revoked
 * skQ         another project's secret key        mgB  manager of store B       out  a session that was signed out
 * skB         a secret key narrowed to store B    mgA  manager of store A       exp  an access token that has expired
 * old, rev    expired, revoked                    mgr, own  manager of all stores, owner
 *                                                 ownQ  another project's owner      alt  one that somebody has altered
 *
 * More of it in groups/: people, accounts, tablets, and what is for owners.
 */
export const apiTable = `
                                                                  none    pk      sk      skQ     skB     old     rev     | stB     st      mgB     mgA     mgr     own     ownQ    | tab     tbB     tbR     | out     exp     alt
GET    /api/orders                                    secretKey   ·       right   AB      project B       ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
GET    /api/orders#of-A                               secretKey   ·       right   A       project store   ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
POST   /api/orders                                    apiKey      ·       A       A       project store   ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
GET    /api/orders/{orderId}                          apiKey      ·       token?  A       project order   ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
GET    /api/orders/{orderId}#its-token                apiKey      ·       A       A       project order   ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
GET    /api/orders/{orderId}#a-wrong-token            apiKey      ·       token   token   project order   ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
PUT    /api/orders/{orderId}                          apiKey      ·       token?  A       project order   ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
PUT    /api/orders/{orderId}#its-token                apiKey      ·       A       A       project order   ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
PUT    /api/orders/{orderId}#a-wrong-token            apiKey      ·       token   token   project order   ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
POST   /api/prod1/entry                               secretKey   ·       right   +1      project +0      ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
POST   /api/prod1/entry#lines                         secretKey   ·       right   +1      project +0      ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
POST   /api/prod1/receive/radar                       receiverKey ·       right   +1      +1      +0      ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
POST   /api/prod1/receive/traccar                     receiverKey ·       right   +1      +1      +0      ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
POST   /api/prod1/receive/owntracks                   receiverKey ·       right   -       -       -       ×       ×       | ·       ·       ·       ·       ·       ·       ·       | ·       ·       ·       | ·       ·       ·
POST   /api/prod1/sessions                            none        failed  failed  failed  failed  failed  failed  failed  | failed  failed  failed  failed  failed  failed  failed  | failed  failed  failed  | failed  failed  failed
POST   /api/prod1/sessions/refresh                    none        ×       ×       ×       ×       ×       ×       ×       | ×       ×       ×       ×       ×       ×       ×       | ×       ×       ×       | ×       ×       ×
POST   /api/prod1/entry/_search                       staff       ·       ·       ·       ·       ·       ·       ·       | right   right   B       A       AB      AB      project | right   right   ·       | ×       ×       ×
POST   /api/prod1/entry/_search#of-A                  staff       ·       ·       ·       ·       ·       ·       ·       | right   right   store   A       A       A       project | right   right   ·       | ×       ×       ×
POST   /api/prod1/entry/_search#zone-of-A             staff       ·       ·       ·       ·       ·       ·       ·       | right   right   zone    A       A       A       zone    | right   right   ·       | ×       ×       ×
GET    /api/prod1/insights                            staff       ·       ·       ·       ·       ·       ·       ·       | right   right   B       A       AB      AB      project | right   right   ·       | ×       ×       ×
GET    /api/staff/insights                            staff       ·       ·       ·       ·       ·       ·       ·       | right   right   B       A       AB      AB      project | right   right   ·       | ×       ×       ×
GET    /api/staff/insights#of-A                       staff       ·       ·       ·       ·       ·       ·       ·       | right   right   store   A       A       A       project | right   right   ·       | ×       ×       ×
GET    /api/staff/entries/export                      staff       ·       ·       ·       ·       ·       ·       ·       | right   right   B       A       AB      AB      project | right   right   ·       | ×       ×       ×
GET    /api/staff/entries/export#of-A                 staff       ·       ·       ·       ·       ·       ·       ·       | right   right   store   A       A       A       project | right   right   ·       | ×       ×       ×
GET    /api/staff/entries/summary                     staff       ·       ·       ·       ·       ·       ·       ·       | right   right   B       A       AB      AB      project | right   right   ·       | ×       ×       ×
GET    /api/staff/entries/hours                       staff       ·       ·       ·       ·       ·       ·       ·       | right   right   store   -       -       -       project | right   right   ·       | ×       ×       ×
GET    /api/staff/session                             staff       ·       ·       ·       ·       ·       ·       ·       | B       -       B       A       -       -       -       | A       B       ·       | ×       ×       ×
POST   /api/staff/session                             none        failed  failed  failed  failed  failed  failed  failed  | failed  failed  failed  failed  failed  failed  failed  | failed  failed  failed  | failed  failed  failed
DELETE /api/staff/session                             staff       ·       ·       ·       ·       ·       ·       ·       | -       -       -       -       -       -       -       | right   right   ·       | ×       ×       ×
GET    /api/staff/stores                              staff       ·       ·       ·       ·       ·       ·       ·       | B       AB      B       A       AB      AB      Q       | A       B       ·       | ×       ×       ×
GET    /api/staff/stores/stream                       staff       ·       ·       ·       ·       ·       ·       ·       | B       AB      B       A       AB      AB      Q       | A       B       ·       | ×       ×       ×
GET    /api/staff/stores/settings                     staff       ·       ·       ·       ·       ·       ·       ·       | store   right   store   A       A       A       store   | right   right   ·       | ×       ×       ×
GET    /api/staff/stores/settings#as-of-Q             staff       ·       ·       ·       ·       ·       ·       ·       | store   store   store   store   store   store   store   | right   right   ·       | ×       ×       ×
PATCH  /api/staff/stores/settings                     staff       ·       ·       ·       ·       ·       ·       ·       | store   right   store   A       A       A       store   | right   right   ·       | ×       ×       ×
DELETE /api/staff/stores                              staff       ·       ·       ·       ·       ·       ·       ·       | store   right   store   right   store_in_use store_in_use store   | right   right   ·       | ×       ×       ×
GET    /api/staff/projects/{projectId}/settings       staff       ·       ·       ·       ·       ·       ·       ·       | right   right   -       -       -       -       project | right   right   ·       | ×       ×       ×
PATCH  /api/staff/projects/{projectId}/settings       staff       ·       ·       ·       ·       ·       ·       ·       | right   right   right   right   -       -       project | right   right   ·       | ×       ×       ×
GET    /api/staff/board                               staff       ·       ·       ·       ·       ·       ·       ·       | store   A       store   A       A       A       store   | A       store   ·       | ×       ×       ×
GET    /api/staff/board#as-of-Q                       staff       ·       ·       ·       ·       ·       ·       ·       | store   store   store   store   store   store   store   | store   store   ·       | ×       ×       ×
GET    /api/staff/board/stream                        staff       ·       ·       ·       ·       ·       ·       ·       | store   A       store   A       A       A       store   | A       store   ·       | ×       ×       ×
POST   /api/staff/orders/{serviceId}/actions          staff       ·       ·       ·       ·       ·       ·       ·       | order   A       order   A       A       A       project | A       order   ·       | ×       ×       ×
POST   /api/staff/orders/{serviceId}/actions#as-of-Q  staff       ·       ·       ·       ·       ·       ·       ·       | project project project project project project order   | project project ·       | ×       ×       ×
GET    /api/staff/orders/{serviceId}/timeline         staff       ·       ·       ·       ·       ·       ·       ·       | order   -       order   -       -       -       project | -       order   ·       | ×       ×       ×
GET    /api/staff/orders/{serviceId}/timeline#as-of-Q staff       ·       ·       ·       ·       ·       ·       ·       | project project project project project project order   | project project ·       | ×       ×       ×
POST   /api/staff/entries/installs                    staff       ·       ·       ·       ·       ·       ·       ·       | right   right   -       -       -       -       project | right   right   ·       | ×       ×       ×
GET    /api/staff/views                               staff       ·       ·       ·       ·       ·       ·       ·       | right   right   -       -       -       A       project | right   right   ·       | ×       ×       ×
POST   /api/staff/views                               staff       ·       ·       ·       ·       ·       ·       ·       | right   right   -       -       -       -       project | right   right   ·       | ×       ×       ×
PATCH  /api/staff/views/{viewId}                      staff       ·       ·       ·       ·       ·       ·       ·       | right   right   view    view    view    A       project | right   right   ·       | ×       ×       ×
DELETE /api/staff/views/{viewId}                      staff       ·       ·       ·       ·       ·       ·       ·       | right   right   view    view    view    -       project | right   right   ·       | ×       ×       ×
DELETE /api/staff/views/{viewId}#as-of-Q              staff       ·       ·       ·       ·       ·       ·       ·       | project project project project project project view    | right   right   ·       | ×       ×       ×
GET    /api/health/live                               none        -       -       -       -       -       -       -       | -       -       -       -       -       -       -       | -       -       -       | -       -       -
GET    /api/health/ready                              none        -       -       -       -       -       -       -       | -       -       -       -       -       -       -       | -       -       -       | -       -       -
GET    /api/metrics                                   none        nowhere nowhere nowhere nowhere nowhere nowhere nowhere | nowhere nowhere nowhere nowhere nowhere nowhere nowhere | nowhere nowhere nowhere | nowhere nowhere nowhere
GET    /api/openapi.json                              none        -       -       -       -       -       -       -       | -       -       -       -       -       -       -       | -       -       -       | -       -       -
GET    /api/**                                        none        nowhere nowhere nowhere nowhere nowhere nowhere nowhere | nowhere nowhere nowhere nowhere nowhere nowhere nowhere | nowhere nowhere nowhere | nowhere nowhere nowhere
`
