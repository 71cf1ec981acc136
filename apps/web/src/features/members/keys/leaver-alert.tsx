import { countLeavers } from '@tradepost/client/company/leavers';
import type { Member } from '@tradepost/contracts/identity';
import { Alert } from 'antd';
import { t } from '../../../i18n/t';
import { useVaultStore } from '../../../vault/vault.store';

/** Tells the owner that people who may still have the company's keys have lost access to them, also those who left on their own. */
export function LeaverAlert({ members }: { members: readonly Member[] }) {
  const contacts = useVaultStore(({ contacts }) => contacts);
  const count = contacts ? countLeavers(contacts.ledger.latest, members) : 0;
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
