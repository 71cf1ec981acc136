import type { RequestView } from '@tradepost/contracts/requests';
import { Alert, Button, DatePicker, Flex, Form, Input, Modal, TimePicker, Typography } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import { useUser } from '../../session/auth.store';
import { formatDate } from '../../ui/format';
import { useToast } from '../../ui/use-toast';
import { useAcceptCode, useConfirm, useVerifyCode } from './api';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Opening it mails the code; only a verified code opens the expiry. */
export function AcceptDialog({ request, onClose }: { request: RequestView; onClose: () => void }) {
  const user = useUser();
  const toast = useToast();
  const requestCode = useAcceptCode(user);
  const verify = useVerifyCode();
  const confirm = useConfirm();
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string>();
  const [date, setDate] = useState<Dayjs | null>(dayjs());
  const [time, setTime] = useState<Dayjs | null>(dayjs().hour(23).minute(59).second(0));
  const asked = useRef(false);
  const { mutate: ask } = requestCode;

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    ask(request.id);
  }, [ask, request.id]);

  const check = () => {
    if (!code.trim()) return setCodeError('Please enter a verification code.');
    verify.mutate(
      { id: request.id, code: code.trim() },
      {
        onSuccess: () => toast.success({ title: 'Token Verified', description: 'Verification code is valid.' }),
        onError: ({ message }) => setCodeError(message),
      },
    );
  };
  const accept = () => {
    if (!verify.isSuccess) return toast.destructive({ title: 'Verification Required', description: 'Please verify your token first.' });
    const expiry = date && time ? date.hour(time.hour()).minute(time.minute()).second(0).millisecond(0) : null;
    if (!expiry?.isAfter(dayjs())) return toast.destructive({ title: 'Invalid Expiry', description: 'Expiry time must be in the future.' });
    confirm.mutate(
      { requestId: request.id, expiry: expiry.toISOString() },
      {
        onSuccess: ({ transfer }) => {
          toast.success({ title: 'Request Accepted', description: `The files are available until ${formatDate(transfer.expiry)}.` });
          onClose();
        },
        onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
      },
    );
  };

  return (
    <Modal open title="Accept Request" okText="Confirm" confirmLoading={confirm.isPending} okButtonProps={{ disabled: !verify.isSuccess }} onOk={accept} onCancel={onClose}>
      <Flex vertical gap={16}>
        <Typography.Text>
          {request.companyName} ({request.receiverEmail}) asks for {request.fileNames.length === 1 ? request.fileNames[0] : `${request.fileNames.length} files`}.
        </Typography.Text>
        {requestCode.error ? (
          <Alert type="error" showIcon title={requestCode.error.message} />
        ) : (
          <Alert type="info" showIcon title={requestCode.isPending ? 'Sending a verification code…' : `A verification code was sent to ${user.email}.`} />
        )}
        <Form layout="vertical" component="div">
          <Form.Item label="Verification code" htmlFor="accept-code" validateStatus={codeError ? 'error' : undefined} help={codeError}>
            <Flex gap={8}>
              <Input
                id="accept-code"
                inputMode="numeric"
                autoComplete="one-time-code"
                disabled={verify.isSuccess}
                value={code}
                onChange={({ target }) => {
                  setCode(target.value);
                  setCodeError(undefined);
                }}
                onPressEnter={check}
              />
              <Button onClick={check} loading={verify.isPending} disabled={verify.isSuccess}>
                {verify.isSuccess ? 'Verified' : 'Verify'}
              </Button>
              <Button type="link" loading={requestCode.isPending} disabled={verify.isSuccess} onClick={() => ask(request.id)}>
                Resend
              </Button>
            </Flex>
          </Form.Item>
          <Form.Item label={`Available until (${zone})`} htmlFor="accept-date" style={{ marginBottom: 0 }}>
            <Flex gap={8} wrap>
              <DatePicker id="accept-date" disabled={!verify.isSuccess} value={date} onChange={setDate} disabledDate={(day) => day.isBefore(dayjs(), 'day')} allowClear={false} />
              <TimePicker aria-label="Time" disabled={!verify.isSuccess} value={time} onChange={setTime} format="HH:mm" allowClear={false} needConfirm={false} />
            </Flex>
          </Form.Item>
        </Form>
      </Flex>
    </Modal>
  );
}
