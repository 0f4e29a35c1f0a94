import type { ErrorCode } from '@/lib/errors'

/** What each code means and what to do next, for the document and its page. */
export const errorGuide: Record<ErrorCode, string> = {
  request_malformed:
    'The request is not HTTP, or its address is not percent-encoded UTF-8. Encode what stands in the path (encodeURIComponent).',
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
  right_missing:
    'The credential is good, but may not do this. Use a secret key (sk_…) from a server; settings are for managers.',
  origin_refused:
    'A change with a session cookie came from a page of another server. Send it from a page of this one, or with an access token.',
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
    'The project takes orders for known stores only. Check destinationId, or have a manager add the store.',
  method_not_allowed: 'The address exists, the method does not. The header Allow names those that do.',
  request_too_slow: 'The request did not come whole in time. Nothing was changed. Send it again, without pause.',
  view_not_found: 'There is no such view of yours in this project: it may have been deleted. Get the list again.',
  view_name_taken: 'You have a view of that name already, in capitals or small letters. Choose another name.',
  views_full: 'You have as many views in this project as there may be. Delete one first.',
  order_exists:
    'The orderId was created in this store within the last 24 hours; `freeAt` says when it is free again. To change that order use PUT; to replace it send forceOverwrite: true.',
  order_closed:
    'The order is completed or cancelled (`orderStatus`) and takes no more events. Create a new one if the customer comes again.',
  order_ambiguous: 'Two stores of the project have that orderId open. Send destinationId as well.',
  idempotency_key_reused:
    'This Idempotency-Key was sent with another request within 24 hours. Take a new key for a new request.',
  action_conflict:
    'Somebody was faster, or the customer is not there yet. `order` is the order as it stands now: show it instead. `lastChange` says who was first, where somebody was.',
  version_mismatch: 'It has changed since the ETag in If-Match. Get it, look again, send its new ETag.',
  body_too_large: 'The body is over the limit of the endpoint. Send less, or in several requests.',
  body_not_json: 'The body came without the header content-type: application/json. Add it.',
  too_many_requests: 'Too many requests in a short time. Wait as many seconds as Retry-After says.',
  headers_too_large: 'Address and headers together have at most 16 KiB. Send less of them.',
  unavailable:
    'The service has lost its database for a moment. Send the request again after Retry-After, with the same Idempotency-Key.',
  internal: 'Something went wrong here. Send the request again; if it stays, report it with its requestId.',
}
