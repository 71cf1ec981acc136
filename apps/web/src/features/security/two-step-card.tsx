import { useQuery } from '@tanstack/react-query';
import { identity } from '@tradepost/contracts/identity';
import { Button, Flex, Modal, Skeleton, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { useState } from 'react';
import { meQuery } from '../../api/queries';
import { useUser } from '../../session/auth.store';
import { ErrorState } from '../../ui/feedback/error-state';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { StatusTag } from '../../ui/feedback/status-tag';
import { useToast } from '../../ui/notice/use-toast';
import { errorMessage } from '../../vault/texts';
import { useBeginTotp, useEndTotp, useRenewRecoveryCodes } from './api';
import { BothSteps } from './both-steps';
import { OwnCode } from './own-code';
import { RecoveryCodes } from './recovery-codes';
import { TotpSetup } from './totp-setup';
import { OwnPassword } from '../../vault/dialogs/own-password';
import { t } from '../../i18n/t';

type Dialog = 'on' | 'replace' | 'off' | 'renew';

const titles: Record<Dialog, string> = {
  on: t('Set up two-step sign-in'),
  replace: t('Replace authenticator app'),
  off: t('Turn off two-step sign-in'),
  renew: t('Renew recovery codes'),
};

export function TwoStepCard() {
  const me = useQuery(meQuery);
  const { userType } = useUser();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  // Closing the dialog loses the codes, so only its own button closes it.
  const [showsCodes, setShowsCodes] = useState(false);
  const close = () => {
    setDialog(null);
    setShowsCodes(false);
    void me.refetch();
  };
  const security = me.data?.security;

  return (
    <SectionCard
      title={t('Two-step sign-in')}
      state={
        security && <StatusTag tone={security.totp ? 'green' : 'grey'} text={security.totp ? t('On') : t('Off')} />
      }
      extra={
        security &&
        (security.totp ? (
          <Flex gap={8} wrap>
            <Button onClick={() => setDialog('replace')}>{titles.replace}</Button>
            <Button onClick={() => setDialog('renew')}>{titles.renew}</Button>
            {userType !== 'admin' && (
              <Button danger onClick={() => setDialog('off')}>
                {t('Turn off')}
              </Button>
            )}
          </Flex>
        ) : (
          <Button type="primary" onClick={() => setDialog('on')}>
            {t('Turn on')}
          </Button>
        ))
      }
    >
      {security ? (
        <Typography.Text type="secondary">
          {security.totp
            ? t('Signing in requires a code from your authenticator app. Recovery codes left: {recoveryCodesLeft}.', {
                recoveryCodesLeft: security.recoveryCodesLeft,
              })
            : t('A stolen password alone won’t be enough.')}
        </Typography.Text>
      ) : me.error ? (
        <ErrorState error={me.error} onRetry={me.refetch} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 1 }} />
      )}
      <Modal
        title={dialog && titles[dialog]}
        open={dialog !== null}
        onCancel={close}
        closable={!showsCodes}
        keyboard={!showsCodes}
        mask={{ closable: false }}
        footer={null}
        destroyOnHidden
        width={480}
      >
        {dialog === 'on' && <TurnOn onConfirmed={() => setShowsCodes(true)} onDone={close} />}
        {dialog === 'replace' && <Replace onConfirmed={() => setShowsCodes(true)} onDone={close} />}
        {dialog === 'off' && <TurnOff onDone={close} />}
        {dialog === 'renew' && <Renew onIssued={() => setShowsCodes(true)} onDone={close} />}
      </Modal>
    </SectionCard>
  );
}

interface SetupProps {
  onConfirmed: () => void;
  onDone: () => void;
}

function TurnOn({ onConfirmed, onDone }: SetupProps) {
  const begin = useBeginTotp();
  if (begin.data) return <TotpSetup secret={begin.data} onConfirmed={onConfirmed} onDone={onDone} />;
  return (
    <Form
      label={titles.on}
      schema={identity.beginTotp.input}
      initialValues={{ password: '' }}
      onSubmit={({ password }) => begin.mutateAsync({ password })}
    >
      <FormError message={begin.error && errorMessage(begin.error)} />
      <OwnPassword />
      <SubmitButton>{t('Continue')}</SubmitButton>
    </Form>
  );
}

function Replace({ onConfirmed, onDone }: SetupProps) {
  const begin = useBeginTotp();
  if (begin.data)
    return <TotpSetup secret={begin.data} submit={t('Replace')} onConfirmed={onConfirmed} onDone={onDone} />;
  return (
    <BothSteps
      label={titles.replace}
      hint={t('Your current app works until you confirm the new one.')}
      submit={t('Continue')}
      error={begin.error}
      onSubmit={(proof) => begin.mutateAsync(proof)}
    />
  );
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const end = useEndTotp();
  const toast = useToast();
  const send = (proof: { password: string; code: string }) =>
    end.mutateAsync(proof).then(({ message }) => {
      toast.success({ title: t('Success'), description: message });
      onDone();
    });
  return (
    <Form label={titles.off} schema={identity.endTotp.input} initialValues={{ password: '', code: '' }} onSubmit={send}>
      <FormError message={end.error && errorMessage(end.error)} />
      <OwnPassword />
      <OwnCode />
      <SubmitButton danger>{t('Turn off')}</SubmitButton>
    </Form>
  );
}

function Renew({ onIssued, onDone }: { onIssued: () => void; onDone: () => void }) {
  const renew = useRenewRecoveryCodes();
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onSaved={onDone} />;
  return (
    <BothSteps
      label={titles.renew}
      hint={t('Your current codes stop working.')}
      submit={t('Renew recovery codes')}
      error={renew.error}
      onSubmit={(proof) => renew.mutateAsync(proof).then(onIssued)}
    />
  );
}
