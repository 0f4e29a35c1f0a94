/**
 * Every page, and what each kind of caller of api-table.ts sees there: a person by the cookie of a browser; a key is no
 * way to a page. `in`: they are sent to sign in. `gone`: there is no such page for them. `managers`, `owners`: a page that
 * says that it is for those. `>`: they are sent on. A letter: the page, with something of these stores in it.
 */
export const pageTable = `
                                         none   pk     sk     skQ    skB    old    rev    | stB      st       mgB    mgA    mgr    own    ownQ   | tab    tbB    tbR    | out    exp    alt
/                                        >board >board >board >board >board >board >board | >board   >board   >board >board >board >board >board | >board >board >board | >board >board >board
/board                                   in     in     in     in     in     in     in     | >B       AB       >B     >A     AB     AB     >Q     | >A     >B     >pair  | in     in     in
/board/{projectId}/{destinationId}       in     in     in     in     in     in     in     | gone     A        gone   A      A      A      gone   | A      >board >pair  | in     in     in
/entries                                 in     in     in     in     in     in     in     | managers managers B      A      AB     AB     Q      | >board >board in     | in     in     in
/insights                                in     in     in     in     in     in     in     | managers managers B      A      AB     AB     Q      | >board >board in     | in     in     in
/insights/orders/{projectId}/{serviceId} in     in     in     in     in     in     in     | managers managers gone   A      A      A      gone   | >board >board in     | in     in     in
/settings                                in     in     in     in     in     in     in     | managers managers B      A      AB     AB     Q      | >board >board in     | in     in     in
/settings/{projectId}/{destinationId}    in     in     in     in     in     in     in     | gone     managers gone   A      A      A      gone   | >board >board in     | in     in     in
/settings/people                         in     in     in     in     in     in     in     | managers managers B      A      AB     AB     Q      | >board >board in     | in     in     in
/settings/tablets                        in     in     in     in     in     in     in     | managers managers B      A      AB     AB     Q      | >board >board in     | in     in     in
/settings/keys                           in     in     in     in     in     in     in     | owners   owners   owners owners owners AB     Q      | >board >board in     | in     in     in
/settings/audit                          in     in     in     in     in     in     in     | owners   owners   owners owners owners -      -      | >board >board in     | in     in     in
/settings/privacy                        in     in     in     in     in     in     in     | owners   owners   owners owners owners AB     Q      | >board >board in     | in     in     in
/account                                 in     in     in     in     in     in     in     | B        -        B      A      -      -      -      | >board >board in     | in     in     in
/account/pin                             in     in     in     in     in     in     in     | B        -        B      A      -      -      -      | >board >board in     | in     in     in
/docs                                    -      -      -      -      -      -      -      | -        -        -      -      -      -      -      | -      -      -      | -      -      -
/sign-in                                 -      -      -      -      -      -      -      | >board   >board   >board >board >board >board >board | -      -      -      | -      -      -
/forgot                                  -      -      -      -      -      -      -      | -        -        -      -      -      -      -      | -      -      -      | -      -      -
/join/{token}                            A      A      A      A      A      A      A      | A        A        A      A      A      A      A      | A      A      A      | A      A      A
/reset/{token}                           -      -      -      -      -      -      -      | -        -        -      -      -      -      -      | -      -      -      | -      -      -
/pair                                    -      -      -      -      -      -      -      | -        -        -      -      -      -      -      | >board >board -      | -      -      -
`
