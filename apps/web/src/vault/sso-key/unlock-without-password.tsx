import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { ErrorState } from '../../ui/feedback/error-state';
import { t } from '../../i18n/t';
import { unlockCompanyWith, type ShownCompany } from '../company/open-company';
import { OpenOwnKey } from './open-own-key';
import { personKeyQuery } from './sso-key';

interface UnlockWithoutPasswordProps {
  shown: ShownCompany;
  disabled: boolean;
}

/** Opens the keys of the company with the own key of a person without a password. */
export function UnlockWithoutPassword({ shown, disabled }: UnlockWithoutPasswordProps) {
  const { data: stored, error, refetch } = useQuery(personKeyQuery);
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!stored) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  return (
    <OpenOwnKey
      label={t('Unlock')}
      stored={stored}
      disabled={disabled}
      open={(unlock) => unlockCompanyWith(unlock, shown)}
    />
  );
}
