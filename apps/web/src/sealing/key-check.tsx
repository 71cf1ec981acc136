import { LockFilled, SafetyCertificateOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useToast } from '../ui/use-toast';
import { pinContact } from '../vault/vault';
import type { Contact } from './contacts';
import { Fingerprint } from './fingerprint';

function Captioned({ label, digits }: { label: string; digits: string }) {
  return (
    <Flex vertical gap={4}>
      <Typography.Text type="secondary" style={{ fontSize: 13 }}>
        {label}
      </Typography.Text>
      <Fingerprint label={label} digits={digits} />
    </Flex>
  );
}

/** A key that is known, or seen for the first time: said quietly. */
export function KnownKey({ contact: { state, fingerprint }, who }: { contact: Contact; who: string }) {
  return (
    <Flex gap={8} align="flex-start">
      <SafetyCertificateOutlined aria-hidden style={{ marginTop: 4 }} />
      <Captioned
        label={
          state === 'first'
            ? `Fingerprint of the key of ${who}, seen here for the first time. Compare it with them if the files are sensitive.`
            : `Fingerprint of the key of ${who}, as before`
        }
        digits={fingerprint}
      />
    </Flex>
  );
}

interface ChangedKeyProps {
  contact: Contact;
  who: string;
  /** What does not happen until the key is confirmed. */
  blocked: string;
  onAccepted: () => void;
}

/** Blocks what depends on a contact's key until the person has compared the new one. */
export function ChangedKey({ contact: { keys, fingerprint, before }, who, blocked, onAccepted }: ChangedKeyProps) {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    try {
      await pinContact(keys);
      onAccepted();
    } catch (error) {
      toast.destructive({ title: 'Error', description: (error as Error).message });
    }
    setBusy(false);
  };
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      icon={<LockFilled />}
      title={`The key of ${who} has changed`}
      description={
        <Flex vertical gap={12}>
          <span>
            They may have started over with new keys, or somebody may be trying to read along. {blocked} Ask them for
            their fingerprint by phone or in person (they find it under Profile), and compare it with the new one.
          </span>
          {before && <Captioned label="Before" digits={before} />}
          <Captioned label="Now" digits={fingerprint} />
          <div>
            <Button
              loading={isBusy}
              onClick={() => void accept()}
              style={{ whiteSpace: 'normal', height: 'auto', minHeight: 36, paddingBlock: 4 }}
            >
              I compared it, accept the new key
            </Button>
          </div>
        </Flex>
      }
    />
  );
}
