import { assertHasKeys, type UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { Mode, OwnSealedFile } from '@tradepost/contracts/encryption/sealed';

export const isSealed = ({ mode }: { mode: Mode }) => mode === 'e2e';

export const modeOfFile = ({ sealed }: { sealed: OwnSealedFile | null }): Mode => (sealed ? 'e2e' : 'managed');

/** @throws AppError OWNER_KEYS_REQUIRED for a member, where a file is sealed */
export function assertHasKeysOf(files: { mode: Mode }[], actor: UserActor): void {
  if (files.some(isSealed)) assertHasKeys(actor);
}

/** The sealed files, in their order. */
export const sealedOf = (files: { sealed: OwnSealedFile | null }[]): OwnSealedFile[] =>
  files.flatMap(({ sealed }) => sealed ?? []);

const versionsOf = (files: { sealed: OwnSealedFile | null }[]) =>
  sealedOf(files).map(({ fileId, version }) => `${fileId} ${version}`);

/** @throws AppError VERSION_CONFLICT when the held versions are not those that the grants were verified for */
export function assertSameSealed(
  verified: { sealed: OwnSealedFile | null }[],
  held: { sealed: OwnSealedFile | null }[],
): void {
  if (versionsOf(verified).join() !== versionsOf(held).join()) throw new AppError('VERSION_CONFLICT');
}
