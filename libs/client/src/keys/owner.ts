import type { User } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Owner } from '@tradepost/sealing/keys/bundle';

/** A person as keys name them. */
export const ownerOf = ({ id, email }: Pick<User, 'id' | 'email'>): Owner => ({
  userId: id,
  address: addressKey(email),
});
