import { useQuery } from '@tanstack/react-query';
import { scimTokenForm, type ScimToken } from '@tradepost/contracts/identity';
import { Alert, Button, Card, Descriptions, Flex, Select, Typography } from 'antd';
import dayjs from 'dayjs';
import { CopyButton } from '../../ui/feedback/copy-button';
import { formatDay } from '../../ui/feedback/format';
import { LastUse } from '../../ui/feedback/last-use';
import { Field, TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { ask } from '../../ui/question/ask';
import { OwnPassword } from '../../vault/dialogs/own-password';
import { scimQuery, useCreateScimToken, useRevokeScimToken } from './api';
import { Copied } from './domains-card';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './sso.module.css';

const lifetimes = [
  { value: 90, label: t('90 days') },
  { value: 180, label: t('180 days') },
  { value: 365, label: t('1 year') },
];
const blank = { name: '', expiresInDays: 365, password: '' };

/** The tokens with which the sign-in service manages members. @param isReady a domain is verified */
export function ScimCard({ isReady }: { isReady: boolean }) {
  const { data } = useQuery(scimQuery);
  const live = data?.tokens.filter(({ revokedAt, expiresAt }) => !revokedAt && dayjs().isBefore(expiresAt)) ?? [];
  return (
    <Card title={t('Provisioning')}>
      <Typography.Paragraph type="secondary">
        {t('Your sign-in service adds, changes and deactivates members by SCIM. It needs the base URL and a token.')}
      </Typography.Paragraph>
      {data && (
        <Descriptions
          column={1}
          layout="vertical"
          items={[{ key: 'base', label: t('Base URL'), children: <Copied text={data.baseUrl} /> }]}
        />
      )}
      {live.length > 0 && (
        <ul aria-label={t('SCIM tokens')} className={layout.bareList}>
          {live.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      {isReady ? <NewToken /> : <Typography.Text type="secondary">{t('Verify a domain first.')}</Typography.Text>}
    </Card>
  );
}

function TokenRow({ token: { id, name, expiresAt, lastUsedAt, lastUsedIp } }: { token: ScimToken }) {
  const revoke = useRevokeScimToken();
  const askFirst = () =>
    ask({
      title: t('Revoke {name}?', { name }),
      content: t('Your sign-in service can no longer manage members with it. This cannot be undone.'),
      okText: t('Revoke'),
      okButtonProps: { danger: true },
      cancelText: t('Cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => revoke.mutateAsync(id).catch(() => undefined),
    });
  return (
    <li className={styles.row}>
      <Flex gap={12} align="center" justify="space-between" wrap>
        <Flex vertical>
          <Typography.Text strong className={layout.breakWords}>
            {name}
          </Typography.Text>
          <Typography.Text type="secondary">
            {t('Ends {expiresAt}', { expiresAt: formatDay(expiresAt) })}
          </Typography.Text>
          <LastUse lastUsedAt={lastUsedAt} lastUsedIp={lastUsedIp} />
        </Flex>
        <Button danger aria-label={t('Revoke {name}', { name })} onClick={askFirst}>
          {t('Revoke')}
        </Button>
      </Flex>
      {revoke.error && <Alert type="error" showIcon role="alert" title={revoke.error.message} />}
    </li>
  );
}

function NewToken() {
  const create = useCreateScimToken();
  if (create.data) return <Shown token={create.data.token} onSaved={create.reset} />;
  return (
    <Form
      label={t('Create SCIM token')}
      schema={scimTokenForm}
      initialValues={blank}
      onSubmit={(values) => create.mutateAsync(values)}
      lockWhileSending
    >
      <FormError message={create.error?.message} />
      <TextField
        name="name"
        label={t('Name')}
        hint={t('The sign-in service that uses it. The log shows this name with every action.')}
        autoComplete="off"
        maxLength={100}
      />
      <Field name="expiresInDays" label={t('Ends')}>
        {(control, value, change) => (
          <Select
            {...control}
            size="large"
            className={layout.fullWidth}
            options={lifetimes}
            value={value}
            onChange={change}
          />
        )}
      </Field>
      <OwnPassword />
      <SubmitButton block={false} type="default">
        {t('Create SCIM token')}
      </SubmitButton>
    </Form>
  );
}

/** Shown once; the person must confirm that it is saved. */
function Shown({ token, onSaved }: { token: string; onSaved: () => void }) {
  return (
    <Flex vertical gap={16}>
      <Alert
        type="warning"
        showIcon
        title={t('Copy this token now')}
        description={t('It is not shown again. Store it like a password, never in code or in a chat.')}
      />
      <Typography.Text code className={layout.breakWords}>
        {token}
      </Typography.Text>
      <Flex gap={8} wrap>
        <CopyButton text={token} autoFocus>
          {t('Copy token')}
        </CopyButton>
        <Button type="primary" onClick={onSaved}>
          {t('I have saved it')}
        </Button>
      </Flex>
    </Flex>
  );
}
