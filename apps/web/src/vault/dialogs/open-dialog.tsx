import { Modal } from 'antd';
import { useState } from 'react';
import { closeDialog } from '../keeper';
import { useVaultStore } from '../vault.store';
import { MakeKeys } from './make-keys';
import { Recover } from './recover';
import { StartOver } from './start-over';
import { UnlockByPassword } from './unlock-by-password';

const titles = {
  make: 'Set up encryption',
  password: 'Unlock your encryption keys',
  recovery: 'Enter your recovery key',
  over: 'Start over with new keys',
};

/** Whatever opens the vault: its first keys, the password, the recovery key, or new keys in place of lost ones. */
export function OpenDialog({ open }: { open: boolean }) {
  return open ? <Steps /> : null;
}

function Steps() {
  const { state, needsRecovery } = useVaultStore();
  const [chosen, setChosen] = useState<'password' | 'recovery' | 'over' | null>(null);
  const step = state === 'none' ? 'make' : (chosen ?? (needsRecovery ? 'recovery' : 'password'));
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
      {step === 'make' && <MakeKeys />}
      {step === 'password' && <UnlockByPassword onRecovery={() => setChosen('recovery')} />}
      {step === 'recovery' && <Recover onLost={() => setChosen('over')} />}
      {step === 'over' && <StartOver onBack={() => setChosen('recovery')} />}
    </Modal>
  );
}
