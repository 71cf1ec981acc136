import { AppError } from '@tradepost/contracts/errors';
import type { Mode, OwnSealedFile } from '@tradepost/contracts/sealed';

export const isSealed = ({ mode }: { mode: Mode }) => mode === 'e2e';

export const modeOfFile = ({ sealed }: { sealed: OwnSealedFile | null }): Mode => (sealed ? 'e2e' : 'managed');

/** The sealed ones of the files, in their order. */
export const sealedOf = (files: { sealed: OwnSealedFile | null }[]): OwnSealedFile[] =>
  files.flatMap(({ sealed }) => sealed ?? []);

const places = (files: { sealed: OwnSealedFile | null }[]) =>
  sealedOf(files).map(({ fileId, version }) => `${fileId} ${version}`);

/** @throws AppError VERSION_CONFLICT when what is held is not what the grants were checked for */
export function assertSameSealed(
  checked: { sealed: OwnSealedFile | null }[],
  held: { sealed: OwnSealedFile | null }[],
): void {
  if (places(checked).join() !== places(held).join()) throw new AppError('VERSION_CONFLICT');
}
