import type { ErrorCode } from '@/lib/errors'

/** What each code means and what to do next, for the document and its page. */
export const errorGuide: Record<ErrorCode, string> = {
  request_malformed:
    'The request is not HTTP/1, it has no header Host or more than one, its address is not percent-encoded UTF-8, it has a header of Baycall’s pages (next-router-…) that no page sends, it is of HTTP/1.0 and has a Transfer-Encoding, or its body comes in very many very small pieces. Encode what stands in the path (encodeURIComponent), and send a body in larger pieces.',
  body_malformed: 'The body is not JSON, or not UTF-8. Nothing was changed. Correct the body and send it again.',
  field_invalid:
    'One field or more is wrong, missing or unknown; `errors` names every one. Nothing was changed. Correct them and send the request again.',
  pagination_token_invalid:
    'The paginationToken was altered or belongs to another query. Send the one of the answer before with the very same query, or leave it out to begin anew.',
  zone_ambiguous: 'Several of your projects have a zone of that id. Send projectId as well.',
  credential_missing: 'No credential came with the request. Send the one that the endpoint names.',
  credential_invalid:
    'The key or token is unknown, altered, revoked or expired. Take a new one; do not try this one again.',
  sign_in_failed: 'The e-mail address and the password do not belong together. Check both.',
  second_step_required:
    'The e-mail address and the password are right, and the account has a second step. Send them again with `code`: six digits of its app, or one of its recovery codes.',
  second_step_failed:
    'That code is wrong, has been used already, or its half minute is over. Send the next one, or a recovery code.',
  right_missing:
    'The credential is good, but may not do this. Use a secret key (sk_…) from a server; settings are for managers.',
  origin_refused:
    'A change with a session cookie, or an export that the record keeps, was brought about by a page of another server. Send it from a page of this one, or with an access token.',
  user_token_required:
    'With a publishable key an order is reached by its userToken. Send the one from the create answer, in the body or in the header x-user-token.',
  user_token_mismatch: "That is not the order's userToken. Nothing was changed. Send the one from the create answer.",
  route_not_found: 'Nothing answers at this address. Check the path against this document.',
  project_not_found: 'There is no such project, or the credential does not reach it. Check projectId.',
  store_not_found: 'There is no such store, or the credential does not reach it. Check destinationId.',
  zone_not_found: 'There is no such zone, or the credential does not reach it. Check zoneId.',
  order_not_found:
    'There is no such order, or the credential does not reach it. Check projectId, destinationId and orderId, or create it.',
  destination_unknown:
    'The project takes orders for known stores only. Check destinationId, or have a manager allow new stores in the settings.',
  stores_full:
    'Orders with publishable keys make at most 20 stores a day that no manager has named. Send the first order of a store with a secret key, or have a manager name the new ones in the settings.',
  method_not_allowed: 'The address exists, the method does not. The header Allow names those that do.',
  authorization_pending: 'Nobody has entered the code of this tablet yet. Ask again after the interval.',
  slow_down: 'The tablet asked too soon. Ask again after `interval` seconds, which are more now.',
  expired_token: 'The code of this tablet has run out. Ask for a new one.',
  access_denied: 'A manager has refused this tablet. Ask for a new code if that was a mistake.',
  invalid_grant: 'The device_code is unknown, or was used already. Ask for a new one.',
  pairing_not_found:
    'No tablet waits under this code: it was used or has run out. Look at the tablet for its code now.',
  tablet_not_found: 'There is no such tablet in your stores: it may have been revoked. Get the list again.',
  pin_required: 'The store asks who acts on its tablets. Send a PIN to POST /api/staff/acting, then this again.',
  pin_wrong:
    'This is nobody’s PIN in this store, or too short for an owner or a manager (`reason`: short). Try again; after several ' +
    'wrong ones the tablet has to wait.',
  pin_taken: 'Somebody of this project has this PIN. Choose another.',
  request_too_slow: 'The request did not come whole in time. Nothing was changed. Send it again, without pause.',
  view_not_found: 'There is no such view of yours in this project: it may have been deleted. Get the list again.',
  view_name_taken: 'You have a view of that name already, in capitals or small letters. Choose another name.',
  views_full: 'You have as many views in this project as there may be. Delete one first.',
  tablets_full: 'The store has as many paired tablets as there may be. Unpair one first.',
  pins_full: 'The project has as many people with a PIN and no account as there may be. Remove one first.',
  passkeys_full: 'The account has as many passkeys as there may be. Remove one first.',
  invitations_full:
    'The project, or the stores of whoever invites, have as many open invitations as there may be. Withdraw some first, or wait until they run out.',
  key_not_found: 'There is no such key in this project. Get the list again.',
  key_not_in_force:
    'The key was revoked, has expired or was rotated before: somebody may have been faster. Get the list again.',
  keys_full:
    'The project has as many keys that work as there may be. Revoke one first; a rotation is possible with an overlap of 0.',
  store_in_use:
    'The store has live orders, paired tablets, or people who have it by name: `orders`, `tablets` and `people` say how many. Close, unpair or move these first.',
  person_not_found: 'Nobody of that id is in the project, or among the stores of your account. Get the list again.',
  invitation_not_found: 'There is no such open invitation: it was accepted or withdrawn. Get the list again.',
  session_not_found: 'The account has no such session: it is over already. Get the list again.',
  passkey_not_found: 'The account has no such passkey: it was removed already. Get the list again.',
  second_step_on: 'The account has a second step already. Remove it first to set another one up.',
  second_step_off:
    'The account has no second step, and so no recovery codes; or none was begun in this session in the last 15 minutes, or another was begun since. Set it up first.',
  last_owner: 'The project would have no owner left. Make somebody else an owner first.',
  already_member: 'Somebody of that e-mail address is in the project already. Change their role instead.',
  link_invalid:
    'The link is unknown, used, withdrawn or too old. `reason` says which. Ask whoever sent it for another.',
  order_exists:
    'The orderId was created in this store within the last 24 hours; `freeAt` says when it is free again. To change that order use PUT; to replace it send forceOverwrite: true. So do if an app that is not yours made it (`createdWith`: publishable): whoever holds its userToken reads what you PUT. A publishable key waits also until the order is closed.',
  order_closed:
    'The order is completed or cancelled (`orderStatus`) and takes no more events. Create a new one if the customer comes again.',
  order_full:
    'The order has taken as many changes as it may with a publishable key: 200, or 1,000 that tell no details. It still takes what moves the customer on: onTheWay, arrival, fulfilled, cancelled. A secret key may tell more.',
  order_ambiguous: 'Two stores of the project have that orderId open. Send destinationId as well.',
  idempotency_key_reused:
    'This Idempotency-Key was sent with another request within 24 hours. Take a new key for a new request. With a publishable key it counts as a wrong userToken does.',
  action_conflict:
    'Somebody was faster, or the customer is not there yet. `order` is the order as it stands now: show it instead. `lastChange` says who was first, where somebody was.',
  version_mismatch:
    'It has changed since the ETag in If-Match, or since it was what `from` says. Get it, look again, send what it is now.',
  body_too_large: 'The body is over the limit of the endpoint. Send less, or in several requests.',
  body_not_json: 'The body came without the header content-type: application/json. Add it.',
  too_many_requests: 'Too many requests in a short time. Wait as many seconds as Retry-After says.',
  headers_too_large: 'Address and headers together have at most 16 KiB, in at most a hundred lines. Send less of them.',
  unavailable:
    'The service has lost its database for a moment, has too much to do at once, or what was asked took longer than it may. Send the request again after Retry-After, with the same Idempotency-Key.',
  internal: 'Something went wrong here. Send the request again; if it stays, report it with its requestId.',
}
