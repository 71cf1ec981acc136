import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/queries';
import { t } from '../../i18n/t';
import { useHasKeys } from '../../session/owner-keys';

/** Why the person cannot upload files for the company; null if they can. */
export function useUploadRefusal(): string | null {
  const hasKeys = useHasKeys();
  const { data } = useQuery({ ...meQuery, enabled: !hasKeys });
  if (hasKeys || !data?.company?.requireE2E) return null;
  return t('Your company accepts end-to-end encrypted files only. Its owner can give you access to them for the command line');
}
