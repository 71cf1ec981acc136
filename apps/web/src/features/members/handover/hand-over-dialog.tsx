import { useQuery } from '@tanstack/react-query';
import { identity, type Member } from '@tradepost/contracts/identity';
import { Alert, Button, Flex, Modal, Typography } from 'antd';
import { useState } from 'react';
import { allMembersQuery } from '../../../api/members/queries';
import { QueryResult } from '../../../ui/list/query-result';
import { useUser } from '../../../session/auth.store';
import { Choice } from '../../../ui/form/choice';
import { TextField } from '../../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../../ui/form/form';
import { nameOf } from '../../../ui/feedback/role-names';
import layout from '../../../ui/layout/layout.module.css';
import { useToast } from '../../../ui/notice/use-toast';
import { OwnPassword } from '../../../vault/dialogs/own-password';
import { errorMessage } from '../../../vault/texts';
import { useHandOver, useSendCode } from './api';
import { t } from '../../../i18n/t';

const form = identity.startHandover.input.pick(['password', 'code']);

/** The owner names the co-owner who takes the company over, with the password and a mailed code. */
export function HandOverDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(allMembersQuery({ role: 'co-owner' }));
  return (
    <Modal
      open
      title={t('Hand over the company')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={null}
      width={520}
    >
      <QueryResult query={query}>
        {(members) => {
          const withKeys = members.filter(({ roles, hasKeys }) => roles.includes('co-owner') && hasKeys);
          // a password opens the key of these: with it, they take the company over
          const fit = withKeys.filter(({ canHoldShare }) => canHoldShare);
          return (
            <Flex vertical gap={16}>
              <WithoutPassword people={withKeys.filter(({ canHoldShare }) => !canHoldShare)} />
              {fit.length > 0 ? <Naming fit={fit} onClose={onClose} /> : <NobodyYet />}
            </Flex>
          );
        }}
      </QueryResult>
    </Modal>
  );
}

/** Co-owners with keys who sign in with the company only: what they do to be able to take it over. */
function WithoutPassword({ people }: { people: readonly Member[] }) {
  if (people.length === 0) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t('Cannot take over the company without a password: {names}', { names: people.map(nameOf).join(', ') })}
      description={t(
        'They sign in with your company’s sign-in service. To take over the company, they set a password with “Forgot password?” where they sign in, sign in with it, and show their security number under Settings › Encryption. Then you give them the encryption keys again.',
      )}
    />
  );
}

const NobodyYet = () => (
  <Alert
    type="info"
    showIcon
    title={t('Nobody can take over the company yet')}
    description={t(
      'The next owner must be a co-owner who signs in with a password. Give the role and the encryption keys to someone first, here in the list of members.',
    )}
  />
);

function Naming({ fit, onClose }: { fit: readonly Member[]; onClose: () => void }) {
  const user = useUser();
  const handOver = useHandOver();
  const toast = useToast();
  const [memberId, setMemberId] = useState(fit[0]!.id);
  const submit = (typed: { password: string; code: string }) =>
    handOver.mutateAsync({ memberId, ...typed }).then(() => {
      toast.success({ title: t('Success'), description: t('The co-owner can take over the company now') });
      onClose();
    });
  return (
    <Flex vertical gap={16}>
      <Typography.Text type="secondary">
        {t(
          'The new owner gets your account: its address {email} stays, because partners know it, but only the new owner signs in with it, and gets its mail. Your password, passkeys, sessions and API keys end.',
          { email: user.email },
        )}
      </Typography.Text>
      <Typography.Text type="secondary">
        {t(
          'If you stay in the company, first invite another address of yours as a member, and accept that invitation there.',
        )}
      </Typography.Text>
      <Flex vertical gap={4}>
        <Typography.Text>{t('New owner')}</Typography.Text>
        <Choice
          aria-label={t('New owner')}
          value={memberId}
          options={fit.map((member) => ({ value: member.id, label: `${nameOf(member)} · ${member.email}` }))}
          onChange={setMemberId}
        />
      </Flex>
      <Form
        label={t('Hand over the company')}
        schema={form}
        initialValues={{ password: '', code: '' }}
        onSubmit={submit}
      >
        <FormError message={handOver.error && errorMessage(handOver.error)} />
        <OwnPassword />
        <SendCode email={user.email} />
        <TextField name="code" label={t('Verification code')} autoComplete="one-time-code" />
        <SubmitButton>{t('Hand over')}</SubmitButton>
        <Button type="text" block onClick={onClose} className={layout.marginTop8}>
          {t('Cancel')}
        </Button>
      </Form>
    </Flex>
  );
}

function SendCode({ email }: { email: string }) {
  const sent = useSendCode();
  return (
    <Flex vertical gap={8} align="flex-start" className={layout.marginBottom16}>
      <Button loading={sent.isPending} onClick={() => sent.mutate()}>
        {sent.isSuccess ? t('Send another code') : t('Email me a code')}
      </Button>
      {sent.error && <Alert type="error" showIcon role="alert" title={sent.error.message} />}
      {sent.isSuccess && (
        <Typography.Text type="secondary" role="status">
          {t('A verification code was sent to {email}.', { email })}
        </Typography.Text>
      )}
    </Flex>
  );
}
