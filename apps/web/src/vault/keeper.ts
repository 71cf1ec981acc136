import type { VerifiedBundle } from '@tradepost/sealing/bundle';
import type { Vault } from '@tradepost/sealing/vault';
import { VaultClosed } from './words';

export async function requireVault(): Promise<Vault> {
  throw new VaultClosed();
}
export async function checkContact(_contact: VerifiedBundle): Promise<'first' | 'same' | 'changed'> {
  throw new VaultClosed();
}
export async function pinContact(_contact: VerifiedBundle): Promise<void> {
  throw new VaultClosed();
}
