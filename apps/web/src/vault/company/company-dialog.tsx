import { Modal } from 'antd';
import { useState } from 'react';
import { t } from '../../i18n/t';
import { useUser } from '../../session/auth.store';
import { closeDialog } from '../session/pending-unlocks';
import { useVaultStore } from '../vault.store';
import { SsoOwnNumber } from '../sso-key/sso-own-number';
import { OwnNumber } from './own-number';
import { UnlockCompany } from './unlock-company';

interface CompanyDialogProps {
  /** Shows the member's own number also once the owner has given the keys. */
  showsNumber: boolean;
}

/** Opens the company's keys for a member, after its number was compared once. Before the owner has given them, shows the member's own number. */
export function CompanyDialog({ showsNumber }: CompanyDialogProps) {
  const { withoutPassword } = useUser();
  const isGiven = useVaultStore(({ state }) => state !== 'none');
  const [isReset, setReset] = useState(false);
  const unlocks = isGiven && !isReset && !showsNumber;
  return (
    <Modal
      open
      title={unlocks ? t('Unlock your encryption keys') : t('Your security number as a member')}
      onCancel={closeDialog}
      mask={{ closable: false }}
      footer={null}
      destroyOnHidden
      width={520}
    >
      {unlocks ? (
        <UnlockCompany onReset={() => setReset(true)} />
      ) : withoutPassword ? (
        <SsoOwnNumber />
      ) : (
        <OwnNumber given="keys" onDone={closeDialog} />
      )}
    </Modal>
  );
}
