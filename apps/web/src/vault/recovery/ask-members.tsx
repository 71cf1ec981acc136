import { useQueryClient } from '@tanstack/react-query';
import type { RecoveryState } from '@tradepost/contracts/encryption/recovery';
import { object } from '@tradepost/contracts/values/fields';
import { Alert, Button, Flex, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { useMutation } from '../../api/use-mutation';
import { t } from '../../i18n/t';
import { formatDate, listOf } from '../../ui/feedback/format';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { Fingerprint } from '../../ui/keys/fingerprint';
import layout from '../../ui/layout/layout.module.css';
import { OwnPassword, passwordForm } from '../dialogs/own-password';
import { isPasswordKnown } from '../own-keys';
import { closeDialog } from '../session/pending-unlocks';
import { Holders, Progress } from './holders';
import { recoveryKey } from './query';
import { NumberField, numberForm } from './number-field';
import { askMembers, finishWithShares, numberAgain, type GivenToFinish, type ReadNumber } from './recovering';
import { recoveryMessage } from './texts';
import { useStop } from './use-stop';

interface StepProps {
  label: string;
  asksForNumber?: boolean;
  /** With an empty text for what was not asked for. */
  onSubmit: (password: string, digits: string) => Promise<unknown>;
  error: Error | null;
}

/** A step that needs the password, unless it was just typed. */
function Step({ label, asksForNumber = false, onSubmit, error }: StepProps) {
  const [asksForPassword] = useState(() => !isPasswordKnown());
  const password = asksForPassword ? passwordForm : object({});
  return (
    <Form
      label={label}
      schema={asksForNumber ? password.concat(numberForm) : password}
      initialValues={{ password: '', digits: '' }}
      onSubmit={(typed) => onSubmit(typed.password, typed.digits)}
    >
      <FormError message={error && recoveryMessage(error)} />
      {asksForNumber && (
        <NumberField
          label={t('Number of the recovery')}
          hint={t('Type the 40 digits that you read to the members, from your own notes.')}
        />
      )}
      {asksForPassword && <OwnPassword />}
      <SubmitButton>{label}</SubmitButton>
    </Form>
  );
}

const isEnough = ({ set, request }: RecoveryState): boolean =>
  (request?.approvedBy.length ?? 0) >= (set?.threshold ?? Infinity);

/** Starts a recovery, shows how many have approved it, and finishes it. */
export function AskMembers({ state: current }: { state: RecoveryState }) {
  const [read, setRead] = useState<ReadNumber>();
  const [wrong, setWrong] = useState<string[]>([]);
  // the shares end before the vault is open
  const [finished, setFinished] = useState<RecoveryState>();
  const state = finished ?? current;
  const client = useQueryClient();
  const asked = useMutation({
    mutationFn: askMembers,
    onSuccess: setRead,
    onSettled: () => client.invalidateQueries({ queryKey: [recoveryKey] }),
  });
  const finish = useMutation({
    mutationFn: (given: GivenToFinish) => finishWithShares(given, setWrong),
    onMutate: () => setFinished(state),
    onError: () => setFinished(undefined),
  });
  const { set, request } = state;
  if (!set) return <Typography.Text type="secondary">{t('No members hold recovery shares.')}</Typography.Text>;
  if (request) {
    const { requestId } = request;
    // what this page has shown before any member approved; not what the server shows again, which could belong to other keys
    const own = asked.data?.requestId === requestId ? asked.data.digits : undefined;
    return (
      <Asked
        state={state}
        request={request}
        read={isEnough(state) && own === undefined ? undefined : read}
        onRead={setRead}
      >
        {wrong.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={t('These members gave shares that do not match and were not used: {names}', {
              names: listOf(wrong),
            })}
          />
        )}
        <Step
          label={t('Open my keys')}
          asksForNumber={own === undefined}
          onSubmit={(password, digits) => finish.mutateAsync({ requestId, password, number: own ?? digits })}
          error={finish.error}
        />
      </Asked>
    );
  }
  return (
    <Flex vertical gap={16}>
      <Typography.Text type="secondary">
        {t(
          'You gave recovery shares to members of your company. {threshold} of these {count} open your keys again, with all your files. You read a number to each of them by phone or in person, and they approve within three days.',
          { threshold: set.threshold, count: set.shares.length },
        )}
      </Typography.Text>
      <Holders state={state} />
      <Step label={t('Ask the members')} onSubmit={(password) => asked.mutateAsync(password)} error={asked.error} />
    </Flex>
  );
}

interface AskedProps {
  state: RecoveryState;
  request: NonNullable<RecoveryState['request']>;
  read: ReadNumber | undefined;
  onRead: (read: ReadNumber) => void;
  /** Shown once enough members have approved. */
  children: ReactNode;
}

/** A recovery that the members can approve, and that the owner finishes once enough have. */
function Asked({ state, request, read, onRead, children }: AskedProps) {
  const { requestId, expiresAt } = request;
  const canFinish = isEnough(state);
  const stop = useStop();
  return (
    <Flex vertical gap={16}>
      <Progress state={state} />
      <Holders state={state} />
      {canFinish && children}
      <ToRead digits={read?.requestId === requestId ? read.digits : undefined} onRead={onRead} isEnough={canFinish} />
      <Typography.Text type="secondary">
        {t('The members can approve until {time}. You can close this and continue later, also on another device.', {
          time: formatDate(expiresAt),
        })}
      </Typography.Text>
      <Flex justify="space-between" wrap gap={8}>
        <Button danger type="text" loading={stop.isPending} onClick={() => stop.askFirst(requestId)}>
          {t('Stop the recovery')}
        </Button>
        <Button onClick={closeDialog}>{t('Continue later')}</Button>
      </Flex>
    </Flex>
  );
}

interface ToReadProps {
  digits: string | undefined;
  onRead: (read: ReadNumber) => void;
  isEnough: boolean;
}

/** The number that the owner reads to the members; after a reload, or on another device, it is opened with the password. */
function ToRead({ digits, onRead, isEnough }: ToReadProps) {
  const shown = useMutation({ mutationFn: numberAgain, onSuccess: onRead });
  if (digits)
    return (
      <Flex vertical gap={8}>
        <Typography.Text>
          {t(
            'Call each member on a number you know, or meet them, and read these digits to them. Do not send them by email. They type the digits under Settings › Encryption.',
          )}
        </Typography.Text>
        <Fingerprint digits={digits} label={t('Number of the recovery')} />
      </Flex>
    );
  if (isEnough) return null;
  return (
    <div className={layout.fullWidth}>
      <Step label={t('Show the number')} onSubmit={(password) => shown.mutateAsync(password)} error={shown.error} />
    </div>
  );
}
