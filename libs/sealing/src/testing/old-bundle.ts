import type { PublicBundle } from '../keys/bundle';

/** Keys of the user 01890a5d-ac96-774b-bcce-b302099a8059, stated as before addresses were part of the statement. */
export const oldBundle: PublicBundle = {
  suite: 1,
  hpkePublic: 'BIoCa27LPKtukb0cvtJW_69RonfPhVjt-k05aqz8E4BGkWab_i38jLXkHIMquQeOcmIjbcOq8r0y7bDwdywUZrM',
  signPublic: 'BAKGhIvuxBLoxCCaI-4wTEoj1S2YckfbfG-RTqAyVdTVgNegwsZFs4gVoaA-jfCZh8XM86uW19-4QlzOU0bY8d0',
  epoch: 1,
  createdAt: '2026-01-02T03:04:05.006Z',
  selfSignature: 'phU2kvPFnphydvddofBmHOd_euojhfZoaX26UvfzUYVe98vCP5tDSzc2yD6YciH0deph4lCmWPCJmml3y1AItw',
};
