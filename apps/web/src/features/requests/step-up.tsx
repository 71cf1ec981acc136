import { KeyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { stepUpDigits, stepUpTries, type RequestView } from '@tradepost/contracts/requests';
import { Alert, Button, Flex, Form, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useUser } from '../../session/auth.store';
import { failedWith } from '../../api/failed-with';
import { ResendButton } from '../../ui/feedback/resend-button';
import { triesLeft } from '../../ui/feedback/tries-left';
import { useToast } from '../../ui/notice/use-toast';
import { passkeysQuery } from '../../passkey/queries';
import { supportsPasskeys } from '../../passkey/supports-passkeys';
import { useAcceptCode, useVerifyCode, useVerifyPasskey } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './requests.module.css';

/** Verifies the step-up code, or a passkey in place of it. The code is mailed once on opening, and again on demand after a pause. */
export function StepUp({
  request,
  isVerified,
  onVerified,
}: {
  request: RequestView;
  isVerified: boolean;
  onVerified: () => void;
}) {
  const user = useUser();
  const toast = useToast();
  const mailed = useAcceptCode(user);
  const verify = useVerifyCode();
  const byPasskey = useVerifyPasskey();
  const hasPasskeys = useQuery({ ...passkeysQuery, enabled: supportsPasskeys() }).data?.length;
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [wrong, setWrong] = useState(0);
  const isSent = useRef(false);
  const input = useRef<InputRef>(null);
  const { mutate: sendCode } = mailed;

  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    sendCode(request.id);
  }, [sendCode, request.id]);

  const check = () => {
    if (!code) return setProblem(t('Please enter a verification code.'));
    // sent, it would use up a try
    if (code.length < stepUpDigits) return setProblem(t('Please enter the complete verification code.'));
    verify.mutate(
      { id: request.id, code },
      {
        onSuccess: () => {
          onVerified();
          toast.success({ title: t('Token Verified'), description: t('Verification code is valid.') });
        },
        onError: (error) => {
          if (!failedWith(error, 'CODE_INVALID')) return setProblem(error.message);
          setWrong(wrong + 1);
          setProblem(`${error.message} ${triesLeft(stepUpTries - wrong - 1)}`);
        },
      },
    );
  };

  const verifyByPasskey = () => {
    setProblem(undefined);
    byPasskey.mutate(request.id, { onSuccess: onVerified, onError: ({ message }) => setProblem(message) });
  };

  const resend = () => {
    setCode('');
    setProblem(undefined);
    setWrong(0);
    // the button is disabled now
    input.current?.focus();
    sendCode(request.id, {
      onSuccess: () => toast.success({ title: t('Success'), description: t('New Otp is generated') }),
      onError: () => toast.destructive({ title: t('Error'), description: t('Failed To generate the otp') }),
    });
  };

  return (
    <div>
      {mailed.error ? (
        <Alert type="error" showIcon role="alert" title={mailed.error.message} />
      ) : (
        <Alert
          type="info"
          showIcon
          title={
            mailed.isPending
              ? t('Sending a verification code…')
              : t('A verification code was sent to {email}.', { email: user.email })
          }
        />
      )}
      <Form layout="vertical" component="div" className={layout.marginTop16}>
        <Form.Item
          label={t('Verification code')}
          htmlFor="accept-code"
          validateStatus={problem ? 'error' : undefined}
          help={problem}
          className={styles.code}
        >
          <Flex gap={8}>
            <Input
              id="accept-code"
              ref={input}
              inputMode="numeric"
              autoComplete="one-time-code"
              disabled={isVerified}
              value={code}
              onChange={({ target }) => {
                setCode(target.value.replace(/\D/g, '').slice(0, stepUpDigits));
                setProblem(undefined);
              }}
              onPressEnter={check}
            />
            <Button onClick={check} loading={verify.isPending} disabled={isVerified}>
              {isVerified ? t('Verified') : t('Verify')}
            </Button>
          </Flex>
        </Form.Item>
        {!isVerified && (
          <Flex gap={16} align="center" wrap>
            <ResendButton key={String(mailed.isError)} justSent={!mailed.isError} onResend={resend} />
            {!!hasPasskeys && (
              <Button icon={<KeyOutlined aria-hidden />} loading={byPasskey.isPending} onClick={verifyByPasskey}>
                {t('Use a passkey instead')}
              </Button>
            )}
          </Flex>
        )}
      </Form>
    </div>
  );
}
