import { LockFilled, SafetyCertificateOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useToast } from '../ui/use-toast';
import { pinContact } from '../vault/vault';
import type { Contact } from './contacts';

/** A fingerprint as people read it to each other. */
function Fingerprint({ label, digits }: { label: string; digits: string }) {
  return (
    <div>
      <Typography.Text type="secondary" style={{ fontSize: 13 }}>
        {label}
      </Typography.Text>
      <Typography.Paragraph className="numbers" copyable={{ text: digits }} style={{ margin: 0, overflowWrap: 'anywhere' }}>
        {digits}
      </Typography.Paragraph>
    </div>
  );
}

/** A key that is known, or seen for the first time: said quietly. */
export function KnownKey({ contact: { state, fingerprint }, who }: { contact: Contact; who: string }) {
  return (
    <Flex gap={8} align="flex-start">
      <SafetyCertificateOutlined aria-hidden style={{ marginTop: 4 }} />
      <Fingerprint label={state === 'first' ? `Fingerprint of the key of ${who}, seen here for the first time. Compare it with them if the files are sensitive.` : `Fingerprint of the key of ${who}, as before`} digits={fingerprint} />
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
            They may have started over with new keys, or somebody may be trying to read along. {blocked} Ask them for their fingerprint by phone or in person (they find it under Profile), and compare it with the new one.
          </span>
          {before && <Fingerprint label="Before" digits={before} />}
          <Fingerprint label="Now" digits={fingerprint} />
          <div>
            <Button loading={isBusy} onClick={() => void accept()} style={{ whiteSpace: 'normal', height: 'auto', minHeight: 36, paddingBlock: 4 }}>
              I compared it, accept the new key
            </Button>
          </div>
        </Flex>
      }
    />
  );
}
