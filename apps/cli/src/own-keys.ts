import { addressKey } from '@tradepost/contracts/values/address';
import { deviceOf } from './device';

const name = 'own-keys';

/** By address, which the person types: the server chooses user ids. */
const stateOf = (origin: string, email: string) => deviceOf(`${origin} ${addressKey(email)}`);

/** Remembers that this machine has opened the keys of an address. */
export const rememberOwnKeys = (origin: string, email: string): Promise<void> =>
  stateOf(origin, email).write(name, new Date().toISOString());

/** Whether this machine has opened keys of the address. A server that says that there are none, or that its person is a member, is not believed. */
export const hasOwnKeys = async (origin: string, email: string): Promise<boolean> =>
  (await stateOf(origin, email).read(name)) !== null;
