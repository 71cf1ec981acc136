import type { Member } from '@tradepost/contracts/identity';
import { isOwner, permits } from '@tradepost/contracts/roles';
import { Button, Flex } from 'antd';
import { nameOf } from '../../../ui/feedback/role-names';
import { StatusTag } from '../../../ui/feedback/status-tag';
import { useToast } from '../../../ui/notice/use-toast';
import { ask } from '../../../ui/question/ask';
import { useMay } from '../../../session/may';
import { useTakeKeys } from './api';
import { offerNewKeysAfter } from './new-keys';
import { t } from '../../../i18n/t';

interface KeyStateProps {
  member: Member;
  onGive: (member: Member) => void;
}

/** What members that had keys may have of them after they were taken. */
export const leaverText = () =>
  t(
    'They may still have the company’s key and what they have downloaded, but the server gives them no more encrypted files.',
  );

/** Whether the owner can give the keys to a member, who has a key of their own by now. */
export const canGetKeys = (member: Member): boolean =>
  permits(member, 'keys') && !isOwner(member) && !member.hasKeys && member.hasPersonKey;

/** Whether a member has the keys of the company; the owner can give or take them. */
export function KeyState({ member, onGive }: KeyStateProps) {
  const mayGive = useMay('vault');
  const name = nameOf(member);
  if (!permits(member, 'keys')) return '–';
  if (member.hasKeys)
    return (
      <Flex gap={8} align="center" wrap>
        <StatusTag tone="green" text={t('Has keys')} />
        {mayGive && !isOwner(member) && <TakeButton member={member} />}
      </Flex>
    );
  if (!canGetKeys(member)) return <StatusTag tone="grey" text={t('No key yet')} />;
  return (
    <Flex gap={8} align="center" wrap>
      <StatusTag tone="blue" text={t('Can get keys')} />
      {mayGive && (
        <Button size="small" aria-label={t('Give encryption keys to {name}', { name })} onClick={() => onGive(member)}>
          {t('Give encryption keys')}
        </Button>
      )}
    </Flex>
  );
}

function TakeButton({ member }: { member: Member }) {
  const take = useTakeKeys();
  const toast = useToast();
  const name = nameOf(member);
  const askFirst = () =>
    ask({
      title: t('Take the encryption keys from {name}?', { name }),
      content: leaverText(),
      okText: t('Take keys'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () =>
        take.mutateAsync(member).then(
          ({ message }) => {
            toast.success({ title: t('Success'), description: message });
            offerNewKeysAfter(member);
          },
          ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
        ),
    });
  return (
    <Button
      size="small"
      loading={take.isPending}
      aria-label={t('Take the encryption keys from {name}', { name })}
      onClick={askFirst}
    >
      {t('Take keys')}
    </Button>
  );
}
