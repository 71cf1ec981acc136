import { Modal } from 'antd';
import { useState } from 'react';
import { closeDialog } from '../session/pending-unlocks';
import { useVaultStore } from '../vault.store';
import { CreateKeys } from './create-keys';
import { Recover } from './recover';
import { StartOver } from './start-over';
import { UnlockByPassword } from './unlock-by-password';
import { t } from '../../i18n/t';

const titles = {
  create: t('Set up encryption'),
  password: t('Unlock your encryption keys'),
  recovery: t('Enter your recovery key'),
  over: t('Start over with new keys'),
};

/** Opens the vault: with first keys, the password, the recovery key, or new keys that replace lost ones. */
export function OpenDialog() {
  const { state, needsRecovery } = useVaultStore();
  const [chosen, setChosen] = useState<'password' | 'recovery' | 'over' | null>(null);
  const step = state === 'none' ? 'create' : (chosen ?? (needsRecovery ? 'recovery' : 'password'));
  return (
    <Modal
      open
      title={titles[step]}
      onCancel={closeDialog}
      mask={{ closable: false }}
      footer={null}
      destroyOnHidden
      width={480}
    >
      {step === 'create' && <CreateKeys />}
      {step === 'password' && <UnlockByPassword onRecovery={() => setChosen('recovery')} />}
      {step === 'recovery' && <Recover onLost={() => setChosen('over')} />}
      {step === 'over' && <StartOver onBack={() => setChosen('recovery')} />}
    </Modal>
  );
}
