import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/queries';
import { t } from '../../i18n/t';
import { useHasKeys } from '../../vault/has-keys';

/** Why the person cannot upload files for the company; null if they can. */
export function useUploadRefusal(): string | null {
  const hasKeys = useHasKeys();
  const { data } = useQuery({ ...meQuery, enabled: !hasKeys });
  if (hasKeys || !data?.company?.requireE2E) return null;
  return t('Your company accepts end-to-end encrypted files only. Ask its owner to give you encryption keys');
}
