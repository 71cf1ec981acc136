import type { ProgramScope } from '@tradepost/contracts/actor';
import { acceptAllowance } from '@tradepost/contracts/api-keys';
import { text } from '@tradepost/contracts/values/fields';
import { identity } from '@tradepost/contracts/identity';
import { Checkbox, Flex, Input, Select, Typography } from 'antd';
import dayjs from 'dayjs';
import { useField } from 'formik';
import { useId, useState } from 'react';
import { useUser } from '../../session/auth.store';
import { useMay } from '../../session/may';
import { Field, TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { formatDay } from '../../ui/feedback/format';
import { SecretDialog } from '../../ui/secret/secret-dialog';
import { Secret, ShownOnce } from '../../ui/secret/shown-once';
import { useVaultStore } from '../../vault/vault.store';
import { useCreateKey, type MadeKey } from './api';
import { ScopesField } from './scopes-field';
import { addressesIn, scopesFor } from './texts';
import { Rich } from '../../i18n/rich';
import { OwnPassword } from '../../vault/dialogs/own-password';
import { LockedNotice } from '../../vault/notices/locked-notice';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './create-dialog.module.css';

const lifetimes = [
  { value: 7, label: t('7 days') },
  { value: 30, label: t('30 days') },
  { value: 90, label: t('90 days') },
  { value: 180, label: t('180 days') },
  { value: 365, label: t('1 year') },
];
const rules = identity.createApiKey.input.shape({ addresses: text(4000) });
const blank = {
  name: '',
  scopes: ['read'] as ProgramScope[],
  expiresInDays: 90,
  addresses: '',
  allowance: '',
  sealing: true,
  password: '',
};

export function CreateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isCreated, setCreated] = useState(false);
  const close = () => {
    setCreated(false);
    onClose();
  };
  return (
    <SecretDialog
      title={isCreated ? t('Your new key') : t('Create an API key')}
      open={open}
      isShown={isCreated}
      onClose={close}
    >
      <Create onCreated={() => setCreated(true)} onDone={close} />
    </SecretDialog>
  );
}

function Create({ onCreated, onDone }: { onCreated: () => void; onDone: () => void }) {
  const { userType } = useUser();
  const hasVault = useMay('vault');
  const isOpen = useVaultStore(
    ({ state, needsRecovery }) => (state === 'open' || state === 'locked') && !needsRecovery,
  );
  const canSeal = hasVault && isOpen;
  const create = useCreateKey();
  const submit = ({ addresses, scopes, allowance, sealing, ...given }: typeof blank) =>
    create
      .mutateAsync({
        ...given,
        scopes,
        sealing: sealing && canSeal,
        addresses: addressesIn(addresses),
        allowance: scopes.includes('accept') ? allowance : '',
      })
      .then(onCreated);
  if (create.data) return <NewKey made={create.data} onSaved={onDone} />;
  return (
    <Form label={t('Create an API key')} schema={rules} initialValues={blank} onSubmit={submit} lockWhileSending>
      {({ scopes, expiresInDays }) => (
        <>
          <FormError message={create.error?.message} />
          <Flex vertical gap={16}>
            <TextField
              name="name"
              label={t('Name')}
              hint={t('The program that uses it. The log shows this name with every action.')}
              placeholder={t('Nightly delivery')}
              autoComplete="off"
              maxLength={100}
            />
            <ScopesField name="scopes" choices={scopesFor(userType)} />
            {scopes.includes('accept') && (
              <TextField
                name="allowance"
                label={t('Accepting without a code')}
                optional
                autoComplete="off"
                hint={
                  <>
                    <Rich
                      text={'To allow it, type exactly: <0>{acceptAllowance}</0>'}
                      values={{ acceptAllowance }}
                      parts={[<Typography.Text strong />]}
                    />
                  </>
                }
              />
            )}
            {canSeal ? (
              <SealingBox name="sealing" />
            ) : hasVault ? (
              <LockedNotice>
                {t('Until you unlock them, no new API key can open or send end-to-end encrypted files.')}
              </LockedNotice>
            ) : (
              <Typography.Text type="secondary">
                {t('Only the owner creates API keys that open or send end-to-end encrypted files.')}
              </Typography.Text>
            )}
            <Field
              name="expiresInDays"
              label={t('Ends')}
              hint={t('On {formatDay}', { formatDay: formatDay(dayjs().add(expiresInDays, 'day').toISOString()) })}
            >
              {(control, value, change) => (
                <Select size="large" options={lifetimes} {...control} value={value} onChange={change} />
              )}
            </Field>
            <Field
              name="addresses"
              label={t('Addresses')}
              optional
              hint={t('Allowed IP addresses or ranges, one per line, such as 192.0.2.0/24. Empty: any address.')}
            >
              {(control, value, change) => (
                <Input.TextArea
                  autoSize={{ minRows: 2, maxRows: 6 }}
                  {...control}
                  value={value}
                  onChange={({ target }) => change(target.value)}
                />
              )}
            </Field>
            <OwnPassword />
            <SubmitButton>{t('Create key')}</SubmitButton>
          </Flex>
        </>
      )}
    </Form>
  );
}

function SealingBox({ name }: { name: string }) {
  const [{ value }, , { setValue }] = useField<boolean>(name);
  const id = useId();
  return (
    <Checkbox
      checked={value}
      styles={{ icon: { alignSelf: 'flex-start', marginTop: 3 } }}
      aria-describedby={id}
      onChange={({ target }) => void setValue(target.checked, false)}
    >
      <strong className={styles.label}>{t('Seal and open files')}</strong>
      <Typography.Text type="secondary" id={id} className={layout.block} aria-hidden>
        {t(
          'Gives the program a sealing key, which is never sent to us. Without it, it can use only files that are not end-to-end encrypted.',
        )}
      </Typography.Text>
    </Checkbox>
  );
}

function NewKey({ made: { key, sealingKey }, onSaved }: { made: MadeKey; onSaved: () => void }) {
  return (
    <ShownOnce
      title={sealingKey ? t('Copy both keys now') : t('Copy this key now')}
      text={
        sealingKey
          ? t('They are not shown again. Store them like a password, never in code or in a chat.')
          : t('It is not shown again. Store it like a password, never in code or in a chat.')
      }
      done={sealingKey ? t('I have saved both') : t('I have saved it')}
      onDone={onSaved}
    >
      <Secret
        label={t('API key')}
        copy={t('Copy API key')}
        hint={<Hint text={sealingKey && t('Sent with each call.')} variable="TRADEPOST_KEY" />}
        value={key}
        autoFocus
      />
      {sealingKey && (
        <Secret
          label={t('Sealing key')}
          copy={t('Copy sealing key')}
          hint={
            <Hint
              text={t('Never sent: anyone who has it and the API key can open your end-to-end encrypted files.')}
              variable="TRADEPOST_SEALING_KEY"
            />
          }
          value={sealingKey}
        />
      )}
    </ShownOnce>
  );
}

const Hint = ({ text, variable }: { text: string | null; variable: string }) => (
  <Rich
    text={'{hint} On the command line: <0>{variable}</0>'}
    values={{ hint: text, variable }}
    parts={[<Typography.Text code />]}
  />
);
