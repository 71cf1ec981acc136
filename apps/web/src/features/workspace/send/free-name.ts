import type { FolderView } from '@tradepost/contracts/storage';
import { t } from '../../../i18n/t';

/** A name for a new folder with files for this address, which no folder has yet. */
export function freeName(email: string, folders: Pick<FolderView, 'name'>[]): string {
  const taken = new Set(folders.map(({ name }) => name.toLowerCase()));
  const name = t('For {email}', { email });
  let n = 1;
  const numbered = () => (n === 1 ? name : `${name} (${n})`);
  while (taken.has(numbered().toLowerCase())) n += 1;
  return numbered();
}
