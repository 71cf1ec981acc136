import { fromHex, toBase64url } from '../crypto/bytes';
import type { PublicBundle } from '../keys/bundle';

const ofHex = (hex: string) => toBase64url(fromHex(hex));

/** Keys of the user 01890a5d-ac96-774b-bcce-b302099a8059, stated as before addresses were part of the statement. */
export const oldBundle: PublicBundle = {
  suite: 1,
  hpkePublic: ofHex(
    '048a026b6ecb3cab6e91bd1cbed256ffaf51a277cf8558edfa4d396aacfc13804691669bfe2dfc8cb5e41c832ab9078e7262236dc3aaf2bd32edb0f0772c1466b3',
  ),
  signPublic: ofHex(
    '040286848beec412e8c4209a23ee304c4a23d52d987247db7c6f914ea03255d4d580d7a0c2c645b38815a1a03e8df09987c5ccf3ab96d7dfb8425cce5346d8f1dd',
  ),
  epoch: 1,
  createdAt: '2026-01-02T03:04:05.006Z',
  selfSignature: ofHex(
    'a6153692f3c59e987276f75da1f0661ce77f7aea2385f668697dba52f7f351855ef7cbc23f9b434b3736c83e987221f475ea61e250a658f0899a6977cb5008b7',
  ),
};
