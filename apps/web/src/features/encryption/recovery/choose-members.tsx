import { mostShares } from '@tradepost/contracts/encryption/recovery';
import type { Member } from '@tradepost/contracts/identity';
import { isOwner } from '@tradepost/contracts/roles';
import { Alert, Button, Checkbox, Flex, Typography } from 'antd';
import { useId, useState } from 'react';
import { t } from '../../../i18n/t';
import { nameOf, namesOf } from '../../../ui/feedback/role-names';
import { Choice } from '../../../ui/form/choice';
import { FormError } from '../../../ui/form/form';
import layout from '../../../ui/layout/layout.module.css';
import { recoveryMessage } from '../../../vault/recovery/texts';
import styles from './recovery.module.css';

interface ChooseMembersProps {
  members: readonly Member[];
  /** Of the last attempt. */
  error: Error | null;
  onChosen: (chosen: { members: Member[]; threshold: number }) => void;
  onClose: () => void;
}

const withoutKey = t(
  'This member has no key yet. They make it under Settings › Encryption, with “Show your security number”.',
);
const withoutPassword = t('This member signs in with the company only and cannot hold a share.');

/** The format of sets needs two members. */
const fewest = 2;

/** Which members get a share, and how many of them are needed. */
export function ChooseMembers({ members, error, onChosen, onClose }: ChooseMembersProps) {
  const hintId = useId();
  const [ids, setIds] = useState<readonly string[]>([]);
  const [needed, setNeeded] = useState(fewest);
  const others = members.filter((member) => !isOwner(member));
  const chosen = others.filter(({ id }) => ids.includes(id));
  const threshold = Math.max(fewest, Math.min(needed, chosen.length));
  const choose = (id: string, isChecked: boolean) => setIds(isChecked ? [...ids, id] : ids.filter((one) => one !== id));
  const most = Math.max(fewest, chosen.length);
  return (
    <Flex vertical gap={16}>
      <FormError message={error && recoveryMessage(error)} />
      <Typography.Text type="secondary">
        {t(
          'Choose members who do not work together against you, best without access to encrypted files: enough of them, with someone who has your mailbox, can open your files.',
        )}
      </Typography.Text>
      {others.length < fewest ? (
        <Alert
          type="info"
          showIcon
          title={t('Your company needs at least two members. Invite them under Settings › Members.')}
        />
      ) : (
        <fieldset className={styles.members} aria-describedby={hintId}>
          <legend>{t('Members who get a share')}</legend>
          <Flex vertical gap={8}>
            {others.map((member) => (
              <div key={member.id}>
                <Checkbox
                  checked={ids.includes(member.id)}
                  disabled={!member.canHoldShare || (chosen.length >= mostShares && !ids.includes(member.id))}
                  onChange={({ target }) => choose(member.id, target.checked)}
                >
                  <span className={layout.breakWords}>
                    {nameOf(member)} · {member.email} · {namesOf(member.roles)}
                  </span>
                </Checkbox>
                {!member.canHoldShare && (
                  <Typography.Text type="secondary" className={`${layout.block} ${styles.noKey}`}>
                    {member.hasPersonKey ? withoutPassword : withoutKey}
                  </Typography.Text>
                )}
              </div>
            ))}
          </Flex>
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
