import { useQuery } from '@tanstack/react-query';
import type { StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import type { PersonUnlock } from '@tradepost/sealing/keys/person-key';
import { Alert, Button, Flex, Skeleton, Spin, Typography } from 'antd';
import { useEffect } from 'react';
import { failedWith } from '../../api/failed-with';
import { useMutation } from '../../api/use-mutation';
import { supportsPasskeys } from '../../passkey/supports-passkeys';
import { t } from '../../i18n/t';
import { formatMinute } from '../../ui/feedback/format';
import { Digits } from '../../ui/keys/fingerprint';
import layout from '../../ui/layout/layout.module.css';
import { AddPasskey } from './add-passkey';
import { ask, askAgain, stop, take, type ShownHandover } from './handover';
import { handoverQuery } from './handover-query';
import { handoverMessage, ssoMessage } from './texts';

/** In case the live update of it is lost. */
const askAgainMs = 5_000;

interface AskOtherDeviceProps {
  label: string;
  stored: StoredPersonKey;
  open: (unlock: PersonUnlock) => Promise<unknown>;
  onBack: () => void;
}

/** Asks the person's other devices for the key, and shows the number that the person types on one of them. */
export function AskOtherDevice(props: AskOtherDeviceProps) {
  const first = useMutation({ mutationFn: ask });
  const again = useMutation({ mutationFn: askAgain });
  const { mutate } = first;
  useEffect(() => mutate(), [mutate]);
  const asked = again.isIdle ? first : again;
  const onAgain = () => again.mutate();
  if (asked.error) return <NotAsked error={asked.error} onAgain={onAgain} onBack={props.onBack} />;
  if (!asked.data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const { requestId } = asked.data.asked;
  return <Asked key={requestId} shown={asked.data} onAgain={onAgain} {...props} />;
}

interface NotAskedProps {
  error: Error;
  onAgain: () => void;
  onBack: () => void;
}

function NotAsked({ error, onAgain, onBack }: NotAskedProps) {
  const { data: other } = useQuery(handoverQuery);
  const refuse = useMutation({ mutationFn: stop, onSuccess: onAgain });
  const isPending = failedWith(error, 'KEY_HANDOVER_PENDING') && other;
  return (
    <Flex vertical gap={16}>
      <Alert type="error" showIcon role="alert" title={handoverMessage(refuse.error ?? error)} />
      {isPending ? (
        <Button danger block loading={refuse.isPending} onClick={() => refuse.mutate(other.requestId)}>
          {t('Refuse the other device, and ask again')}
        </Button>
      ) : (
        <Button block onClick={onAgain}>
          {t('Try again')}
        </Button>
      )}
      <Button type="text" block onClick={onBack}>
        {t('Back')}
      </Button>
    </Flex>
  );
}

interface AskedProps extends AskOtherDeviceProps {
  shown: ShownHandover;
  onAgain: () => void;
}

/** Waits until another device has given the key, and takes it. */
function Asked({ shown, stored, open, label, onAgain, onBack }: AskedProps) {
  const { requestId } = shown.asked;
  const taken = useMutation({ mutationFn: take });
  const isOver = taken.isSuccess || taken.isError;
  const { data: handover } = useQuery({ ...handoverQuery, refetchInterval: askAgainMs, enabled: !isOver });
  const isLive = handover?.requestId === requestId;
  const isGiven = isLive && handover.given;
  const { mutate: takeNow } = taken;
  useEffect(() => {
    if (isGiven) takeNow(shown);
  }, [isGiven, shown, takeNow]);
  const cancel = useMutation({ mutationFn: stop, onSettled: onBack });

  if (taken.data) return <Taken unlock={taken.data} stored={stored} open={open} label={label} />;
  if (taken.error) return <NotAsked error={taken.error} onAgain={onAgain} onBack={onBack} />;
  if (handover !== undefined && !isLive && taken.isIdle) return <Ended onAgain={onAgain} onBack={onBack} />;
  return (
    <Flex vertical gap={16}>
      <ol className={layout.bulletList}>
        <li>{t('Sign in on a device on which your passkey or your recovery key opens your key.')}</li>
        <li>{t('There, choose “See the request” in the notice at the top.')}</li>
        <li>{t('Type these 40 digits there, from this screen. Do not send them to anyone.')}</li>
      </ol>
      <Flex>
        <Digits digits={shown.number} label={t('Number of this device')} />
      </Flex>
      <Flex gap={12} align="center" role="status">
        <Spin size="small" />
        <Typography.Text type="secondary">
          {t('Waiting for your other device, until {time}.', { time: formatMinute(shown.asked.shown.expiresAt) })}
        </Typography.Text>
      </Flex>
      <Button block loading={cancel.isPending} onClick={() => cancel.mutate(requestId)}>
        {t('Cancel')}
      </Button>
    </Flex>
  );
}

function Ended({ onAgain, onBack }: Pick<AskedProps, 'onAgain' | 'onBack'>) {
  return (
    <Flex vertical gap={16}>
      <Alert
        type="warning"
        showIcon
        role="alert"
        title={t('Your other device gave nothing')}
        description={t('It was refused there, another number was typed, or ten minutes have passed.')}
      />
      <Button type="primary" block onClick={onAgain}>
        {t('Ask again, with another number')}
      </Button>
      <Button type="text" block onClick={onBack}>
        {t('Back')}
      </Button>
    </Flex>
  );
}

interface TakenProps {
  unlock: PersonUnlock;
  stored: StoredPersonKey;
  open: (unlock: PersonUnlock) => Promise<unknown>;
  label: string;
}

function Taken({ unlock, stored, open, label }: TakenProps) {
  const opened = useMutation({ mutationFn: () => open(unlock) });
  return (
    <Flex vertical gap={16}>
      <Alert
        type="success"
        showIcon
        role="status"
        title={t('Your key is open on this device')}
        description={
          supportsPasskeys()
            ? t(
                'It stays open until you reload the page. Add a passkey, so that you need no other device the next time.',
              )
            : t('It stays open until you reload the page.')
        }
      />
      {opened.error && <Alert type="error" showIcon role="alert" title={ssoMessage(opened.error)} />}
      <AddPasskey stored={stored} />
      <Button type="primary" block loading={opened.isPending} onClick={() => opened.mutate()}>
        {label}
      </Button>
    </Flex>
  );
}
