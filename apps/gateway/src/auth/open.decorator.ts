import { SetMetadata } from '@nestjs/common';

export const OPEN = 'tradepost:open';
const SIGNED = 'tradepost:signed';

/** A handler outside the contract's routes that anyone may call (health). */
export const Open = () => SetMetadata(OPEN, true);

/** A handler outside the contract's routes that a signed address opens beside a bearer (live events). */
export const Signed = () => SetMetadata(SIGNED, true);

export const allowsSignedUrl = (handler: object) => Reflect.getMetadata(SIGNED, handler) === true;
