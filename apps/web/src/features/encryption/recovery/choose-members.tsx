import type { Member } from '@tradepost/contracts/identity';
import { Alert, Button, Flex, Typography } from 'antd';
import { useId, useState } from 'react';
import { t } from '../../../i18n/t';
import { Choice } from '../../../ui/form/choice';
import { FormError } from '../../../ui/form/form';
import { useTeamSize } from '../../../ui/person/people';
import { recoveryMessage } from '../../../vault/recovery/texts';
import { MemberBoxes } from './member-boxes';
import styles from './recovery.module.css';

interface ChooseMembersProps {
  /** Of the last attempt. */
  error: Error | null;
  onChosen: (chosen: { members: Member[]; threshold: number }) => void;
  onClose: () => void;
}

/** The format of sets needs two members. */
const fewest = 2;

/** Which members get a share, and how many of them are needed. */
export function ChooseMembers({ error, onChosen, onClose }: ChooseMembersProps) {
  const hintId = useId();
  const [chosen, setChosen] = useState<Member[]>([]);
  const [needed, setNeeded] = useState(fewest);
  const size = useTeamSize();
  const threshold = Math.max(fewest, Math.min(needed, chosen.length));
  const choose = (member: Member, isChecked: boolean) =>
    setChosen([...chosen.filter(({ id }) => id !== member.id), ...(isChecked ? [member] : [])]);
  const most = Math.max(fewest, chosen.length);
  return (
    <Flex vertical gap={16}>
      <FormError message={error && recoveryMessage(error)} />
      <Typography.Text type="secondary">
        {t(
          'Choose members who do not work together against you, best without access to encrypted files: enough of them, with someone who has your mailbox, can open your files.',
        )}
      </Typography.Text>
      {size !== undefined && size - 1 < fewest ? (
        <Alert
          type="info"
          showIcon
          title={t('Your company needs at least two members. Invite them under Settings › Members.')}
        />
      ) : (
        <fieldset className={styles.members} aria-describedby={hintId}>
          <legend>{t('Members who get a share')}</legend>
          <MemberBoxes chosen={chosen} onChoose={choose} />
        </fieldset>
      )}
      <Flex gap={8} align="center" wrap>
        <Typography.Text strong>{t('Members who are needed')}</Typography.Text>
        <Choice
          aria-label={t('Members who are needed')}
          value={threshold}
          options={Array.from({ length: most - fewest + 1 }, (_, at) => at + fewest).map((value) => ({
            value,
            label: t('{count} of {total}', { count: value, total: most }),
          }))}
          onChange={setNeeded}
        />
      </Flex>
      <Typography.Text type="secondary" id={hintId}>
        {t('At least two, at most eight. You compare the security number of each member next.')}
      </Typography.Text>
      <Button
        type="primary"
        size="large"
        block
        disabled={chosen.length < fewest}
        onClick={() => onChosen({ members: chosen, threshold })}
      >
        {t('Continue')}
      </Button>
      <Button type="text" block onClick={onClose}>
        {t('Cancel')}
      </Button>
    </Flex>
  );
}
