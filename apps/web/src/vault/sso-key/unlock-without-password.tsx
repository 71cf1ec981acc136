import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { ErrorState } from '../../ui/feedback/error-state';
import { t } from '../../i18n/t';
import { unlockCompanyWith, type ShownCompany } from '../company/open-company';
import { OpenOrAsk } from './open-or-ask';
import { personKeyQuery } from './sso-key';

interface UnlockWithoutPasswordProps {
  shown: ShownCompany;
  disabled: boolean;
  asks: boolean;
  onAsks: (asks: boolean) => void;
}

/** Opens the keys of the company with the own key of a person without a password. */
export function UnlockWithoutPassword({ shown, ...asking }: UnlockWithoutPasswordProps) {
  const { data: stored, error, refetch } = useQuery(personKeyQuery);
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!stored) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  return (
    <OpenOrAsk label={t('Unlock')} stored={stored} {...asking} open={(unlock) => unlockCompanyWith(unlock, shown)} />
  );
}
