import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';
import { useUser } from '../../session/auth.store';
import { onDemand } from '../../ui/layout/on-demand';
import { recoveryQuery } from '../recovery/query';
import { closeDialog } from '../session/pending-unlocks';
import { useVaultStore } from '../vault.store';
import { CreateKeys } from './create-keys';
import { Recover } from './recover';
import { StartOver } from './start-over';
import { UnlockByPassword } from './unlock-by-password';
import { t } from '../../i18n/t';

const LostKey = onDemand(async () => (await import('../recovery/lost-key')).LostKey);

const titles = {
  create: t('Set up encryption'),
  password: t('Unlock your encryption keys'),
  recovery: t('Enter your recovery key'),
  members: t('Recover your keys with members'),
  over: t('Start over with new keys'),
};

/** `members`: their shares open the vault. */
export type OpenStep = 'password' | 'recovery' | 'members' | 'over';

/** Opens the vault: with first keys, the password, the recovery key, shares of members, or new keys that replace lost ones. */
export function OpenDialog({ first }: { first: OpenStep | null }) {
  const { state, needsRecovery } = useVaultStore();
  const [chosen, setChosen] = useState<OpenStep | null>(first);
  const hasCompany = useUser().companyId !== null;
  const step = state === 'none' ? 'create' : (chosen ?? (needsRecovery ? 'recovery' : 'password'));
  const recovery = useQuery({ ...recoveryQuery, enabled: hasCompany && (step === 'recovery' || step === 'members') });
  const isWithoutShares = !hasCompany || recovery.data?.set === null;
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
      {step === 'recovery' && <Recover onLost={() => setChosen(isWithoutShares ? 'over' : 'members')} />}
      {step === 'members' && (
        <LostKey query={recovery} onOver={() => setChosen('over')} onBack={() => setChosen('recovery')} />
      )}
      {step === 'over' && <StartOver onBack={() => setChosen('recovery')} />}
    </Modal>
  );
}
