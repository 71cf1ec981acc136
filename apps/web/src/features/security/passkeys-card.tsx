import { KeyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { identity } from '@tradepost/contracts/identity';
import { passkeyNameForm, type PasskeyView } from '@tradepost/contracts/passkeys';
import { Alert, Button, Flex, Modal, Popconfirm, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { useState } from 'react';
import { meQuery } from '../../api/queries';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { StatusTag } from '../../ui/feedback/status-tag';
import { TimeText } from '../../ui/feedback/time-text';
import { useToast } from '../../ui/notice/use-toast';
import { TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { deviceOf } from '../../ui/layout/device';
import { QueryResult } from '../../ui/list/query-result';
import type { NewPasskey } from '../../passkey/add-passkey';
import { passkeysQuery } from '../../passkey/queries';
import { supportsPasskeys } from '../../passkey/supports-passkeys';
import { OwnPassword, passwordForm } from '../../vault/dialogs/own-password';
import { errorMessage } from '../../vault/texts';
import { useAddPasskey, useRemovePasskey } from './api';
import { OwnCode } from './own-code';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './sessions-card.module.css';

export function PasskeysCard() {
  const passkeys = useQuery(passkeysQuery);
  const security = useQuery(meQuery).data?.security;
  const [isAdding, setAdding] = useState(false);
  return (
    <SectionCard
      title={t('Passkeys')}
      styles={{ body: { padding: passkeys.data?.length ? 0 : undefined } }}
      extra={
        <Button disabled={!supportsPasskeys() || !security} onClick={() => setAdding(true)}>
          {t('Add a passkey')}
        </Button>
      }
    >
      <QueryResult query={passkeys} placeholder={<SkeletonList rows={1} />}>
        {(found) =>
          found.length > 0 ? (
            found.map((passkey) => <PasskeyRow key={passkey.id} passkey={passkey} />)
          ) : (
            <Typography.Text type="secondary">
              {supportsPasskeys()
                ? t('Sign in with your fingerprint, your face or a PIN instead of your password.')
                : t('This browser does not support passkeys.')}
            </Typography.Text>
          )
        }
      </QueryResult>
      <Modal
        title={t('Add a passkey')}
        open={isAdding}
        onCancel={() => setAdding(false)}
        mask={{ closable: false }}
        footer={null}
        destroyOnHidden
        width={480}
      >
        <AddPasskey hasTotp={security?.totp ?? false} onDone={() => setAdding(false)} />
      </Modal>
    </SectionCard>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt, opensVault } }: { passkey: PasskeyView }) {
  const remove = useRemovePasskey();
  const toast = useToast();
  const send = () =>
    // this row unmounts with the answer, so callbacks of `mutate` would not run
    remove.mutateAsync(id).then(
      ({ message }) => toast.success({ title: t('Success'), description: message }),
      ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
    );
  return (
    <Flex align="center" gap={16} className={`list-row ${styles.row}`}>
      <span aria-hidden className={styles.icon}>
        <KeyOutlined />
      </span>
      <div className={`${layout.grow} ${layout.shrinkable}`}>
        <Flex gap={8} align="center" wrap>
          <Typography.Text strong className={layout.breakWords}>
            {name}
          </Typography.Text>
          {opensVault && <StatusTag tone="green" text={t('Opens encrypted files')} />}
        </Flex>
        <Typography.Text type="secondary">
          {lastUsedAt ? (
            <Rich
              text={'Added <0/> · last used <1/>'}
              parts={[<TimeText key="added" iso={createdAt} />, <TimeText key="used" iso={lastUsedAt} />]}
            />
          ) : (
            <Rich text={'Added <0/> · never used'} parts={[<TimeText key="added" iso={createdAt} />]} />
          )}
        </Typography.Text>
      </div>
      <Popconfirm
        placement="topRight"
        title={t('Remove this passkey?')}
        description={t('It will no longer sign you in, and other sessions that it opened will end.')}
        okText={t('Remove')}
        okButtonProps={{ danger: true }}
        cancelText={t('Cancel')}
        onConfirm={send}
      >
        <Button danger loading={remove.isPending} aria-label={t('Remove {name}', { name })}>
          {t('Remove')}
        </Button>
      </Popconfirm>
    </Flex>
  );
}

/** @param hasTotp a passkey counts as both steps, so adding one needs both */
function AddPasskey({ hasTotp, onDone }: { hasTotp: boolean; onDone: () => void }) {
  const add = useAddPasskey();
  const toast = useToast();
  const submit = (given: NewPasskey) =>
    add.mutateAsync(given).then(({ passkey }) => {
      toast.success({
        title: t('Passkey added'),
        description: passkey.opensVault
          ? t('It signs you in and opens your encrypted files.')
          : t('It signs you in. Encrypted files still need your password.'),
      });
      onDone();
    });
  return (
    <Form
      label={t('Add a passkey')}
      schema={(hasTotp ? identity.endTotp.input : passwordForm).concat(passkeyNameForm)}
      initialValues={{ name: deviceOf(navigator.userAgent).name, password: '', ...(hasTotp && { code: '' }) }}
      onSubmit={submit}
    >
      <Alert
        type="info"
        title={t('Your browser will ask which device holds the passkey, and for your fingerprint, face or PIN.')}
        className={layout.marginBottom16}
      />
      <FormError message={add.error && errorMessage(add.error)} />
      <TextField name="name" label={t('Name')} autoComplete="off" />
      <OwnPassword autoFocus />
      {hasTotp && <OwnCode />}
      <SubmitButton>{t('Continue')}</SubmitButton>
    </Form>
  );
}
