// What `Response` means in the front's bundle (setup/bundle-api.mjs): the same, kept as it was given until it is sent.
export { FastResponse as Response } from 'srvx/node'
