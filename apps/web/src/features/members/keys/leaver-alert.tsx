import { countLeavers } from '@tradepost/client/company/leavers';
import { useQuery } from '@tanstack/react-query';
import { allMembersQuery } from '../../../api/members/queries';
import { Alert } from 'antd';
import { t } from '../../../i18n/t';
import { useVaultStore } from '../../../vault/vault.store';

/** Tells the owner that people who may still have the company's keys have lost access to them, also those who left on their own. */
export function LeaverAlert() {
  const contacts = useVaultStore(({ contacts }) => contacts);
  const history = contacts?.ledger.latest;
  const isGiven = history !== undefined && history.given.size > 0;
  const { data } = useQuery({ ...allMembersQuery({ may: 'keys' }), enabled: isGiven });
  if (!history || (isGiven && !data)) return null;
  const count = countLeavers(history, data ?? []);
  if (count === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('People without access who may still have your company’s keys: {count}', { count })}
      description={t(
        'Create new company keys, so that nothing that is encrypted from now on can be opened with the old ones.',
      )}
    />
  );
}
