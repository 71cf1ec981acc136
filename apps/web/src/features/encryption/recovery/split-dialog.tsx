import type { Member } from '@tradepost/contracts/identity';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { Modal } from 'antd';
import { useState } from 'react';
import { failedWith } from '../../../api/failed-with';
import { t } from '../../../i18n/t';
import { useToast } from '../../../ui/notice/use-toast';
import { useGiveShares } from './api';
import { ChooseMembers } from './choose-members';
import { CompareMember } from './compare-member';
import { ConfirmShares } from './confirm-shares';

interface Chosen {
  members: Member[];
  threshold: number;
}

/** Gives recovery shares: the owner chooses members, compares the number of each, and confirms with the password. */
export function SplitDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen>();
  const [compared, setCompared] = useState<readonly VerifiedPersonKey[]>([]);
  const give = useGiveShares();
  const toast = useToast();
  const next = chosen?.members[compared.length];
  const restart = () => {
    setChosen(undefined);
    setCompared([]);
  };
  const submit = async (password: string) => {
    try {
      await give.mutateAsync({ holders: compared, threshold: chosen!.threshold, password });
    } catch (error) {
      // someone has another key by now, which is compared again
      if (failedWith(error, 'RECOVERY_INVALID')) restart();
      throw error;
    }
    toast.success({ title: t('Success'), description: t('The recovery shares were given to the members') });
    onClose();
  };
  return (
    <Modal
      open
      title={t('Recovery by members')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={null}
      width={560}
    >
      {!chosen ? (
        <ChooseMembers error={give.error} onChosen={setChosen} onClose={onClose} />
      ) : next ? (
        <CompareMember
          key={next.id}
          member={next}
          number={compared.length + 1}
          count={chosen.members.length}
          onCompared={(key) => setCompared([...compared, key])}
          onBack={restart}
        />
      ) : (
        <ConfirmShares
          addresses={compared.map(({ address }) => address)}
          threshold={chosen.threshold}
          error={give.error}
          onConfirm={submit}
          onBack={restart}
        />
      )}
    </Modal>
  );
}
