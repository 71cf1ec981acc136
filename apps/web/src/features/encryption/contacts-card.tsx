import { useQuery } from '@tanstack/react-query';
import { checkPin } from '@tradepost/sealing/pins';
import { fingerprint, type VerifiedBundle } from '@tradepost/sealing/bundle';
import { Alert, Button, Card, Checkbox, Flex, Modal, Typography } from 'antd';
import { useState } from 'react';
import { Fingerprint } from '../../sealing/fingerprint';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { FormError } from '../../ui/form';
import { SkeletonList } from '../../ui/skeleton-list';
import { StatusTag, type Tone } from '../../ui/status-tag';
import { useToast } from '../../ui/use-toast';
import { explain } from '../../vault/words';
import { useVaultStore } from '../../vault/vault.store';
import { contactsQuery, useConfirmKeys, type Contact } from './api';
import './encryption.css';

type Standing = 'same' | 'first' | 'changed' | 'none' | 'unproven' | 'unknown';

const standings: Record<Standing, { tone: Tone; text: string }> = {
  same: { tone: 'green', text: 'Known key' },
  first: { tone: 'blue', text: 'First seen' },
  changed: { tone: 'red', text: 'Key changed' },
  none: { tone: 'grey', text: 'No key yet' },
  unproven: { tone: 'red', text: 'Not proven' },
  unknown: { tone: 'grey', text: 'Locked' },
};

function useStanding({ keys, unproven }: Contact): Standing {
  const pins = useVaultStore((state) => state.pins);
  if (unproven) return 'unproven';
  if (!keys) return 'none';
  return pins ? checkPin(pins, keys) : 'unknown';
}

/** The keys of those one deals with, and whether they are the ones seen before. */
export function ContactsCard() {
  const contacts = useQuery(contactsQuery);
  return (
    <Card title="Your contacts’ keys" styles={{ body: { padding: contacts.data?.length ? 0 : undefined } }}>
      {contacts.data ? (
        contacts.data.length > 0 ? (
          <ul aria-label="Your contacts’ keys" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {contacts.data.map((contact) => (
              <ContactRow key={contact.userId} contact={contact} />
            ))}
          </ul>
        ) : (
          <EmptyState
            title="No contacts yet"
            text="The keys of partners appear here once an invitation was accepted."
          />
        )
      ) : contacts.error ? (
        <ErrorState error={contacts.error} onRetry={contacts.refetch} />
      ) : (
        <SkeletonList rows={2} />
      )}
    </Card>
  );
}

function ContactRow({ contact }: { contact: Contact }) {
  const standing = useStanding(contact);
  const [confirming, setConfirming] = useState(false);
  const { keys, email, companyName } = contact;
  const name = companyName ?? email;
  return (
    <li className="list-row contact-keys">
      <div style={{ minWidth: 0 }}>
        <Typography.Text strong style={{ display: 'block', overflowWrap: 'anywhere' }}>
          {name}
        </Typography.Text>
        {companyName && (
          <Typography.Text type="secondary" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Typography.Text>
        )}
      </div>
      <div className="contact-keys-state">
        <StatusTag {...standings[standing]} />
      </div>
      {keys && <Fingerprint digits={fingerprint(keys)} label={`Fingerprint of ${name}`} />}
      {standing === 'changed' && (
        <Alert
          type="warning"
          showIcon
          title={`The key of ${name} has changed`}
          description="That happens when somebody starts over with new keys. It would happen, too, if somebody stood between you. Nothing is delivered until you have compared the digits and confirmed them."
        />
      )}
      {standing === 'unproven' && (
        <Alert
          type="error"
          showIcon
          title="The server gave keys that are not proven to be theirs"
          description="They are not used. Please tell your administrator."
        />
      )}
      {standing === 'none' && (
        <Typography.Text type="secondary">They have not signed in since encryption was set up.</Typography.Text>
      )}
      {keys && (standing === 'changed' || standing === 'first') && (
        <div>
          <Button
            {...(standing === 'changed' && { type: 'primary' })}
            onClick={() => setConfirming(true)}
            aria-label={`Confirm the ${standing === 'changed' ? 'new ' : ''}key of ${name}`}
          >
            Confirm the {standing === 'changed' && 'new '}key
          </Button>
        </div>
      )}
      {keys && confirming && <ConfirmKeys keys={keys} name={name} onClose={() => setConfirming(false)} />}
    </li>
  );
}

/** Says how to compare, and takes the person's word for having done it. */
function ConfirmKeys({ keys, name, onClose }: { keys: VerifiedBundle; name: string; onClose: () => void }) {
  const [compared, setCompared] = useState(false);
  const confirm = useConfirmKeys();
  const toast = useToast();
  const save = () =>
    confirm.mutate(keys, {
      onSuccess: () => {
        toast.success({ title: 'Key confirmed', description: `You will be told if the key of ${name} ever changes.` });
        onClose();
      },
    });
  return (
    <Modal
      open
      title={`Compare the key of ${name}`}
      okText="Confirm the key"
      okButtonProps={{ disabled: !compared, loading: confirm.isPending }}
      onOk={save}
      onCancel={onClose}
      width={520}
    >
      <Flex vertical gap={16}>
        <FormError message={confirm.error && explain(confirm.error)} />
        <ol style={{ margin: 0, paddingInlineStart: 20, display: 'grid', gap: 6 }}>
          <li>Call them on a number you know, or meet them. Do not use this app or a mail you were sent.</li>
          <li>They open Company Details, Encryption, and read “Your fingerprint” to you.</li>
          <li>All eight groups must be these:</li>
        </ol>
        <Fingerprint digits={fingerprint(keys)} label={`Fingerprint of ${name} to compare`} />
        <Checkbox checked={compared} onChange={({ target }) => setCompared(target.checked)} style={{ marginBottom: 8 }}>
          We have compared all eight groups, and they are the same
        </Checkbox>
      </Flex>
    </Modal>
  );
}
