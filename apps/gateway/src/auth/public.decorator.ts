import { SetMetadata } from '@nestjs/common';

const PUBLIC = 'tradepost:public';
const SIGNED = 'tradepost:signed';

/** A handler outside the route table that anyone can call, such as health. */
export const Public = () => SetMetadata(PUBLIC, true);

/** A handler outside the route table that also accepts a signed address (live updates). */
export const Signed = () => SetMetadata(SIGNED, true);

export const isPublic = (handler: object) => Reflect.getMetadata(PUBLIC, handler) === true;
export const allowsSignedUrl = (handler: object) => Reflect.getMetadata(SIGNED, handler) === true;
