import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { object, string } from '@tradepost/contracts/fields';
import { isRecoveryGroup } from '@tradepost/sealing/recovery';
import { Button, Flex, Modal, Typography } from 'antd';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { saveAs } from '../../api/bytes';
import { useUser } from '../../session/auth.store';
import { CopyButton } from '../../ui/copy-button';
import { TextField } from '../../ui/field';
import { Form, FormError, SubmitButton } from '../../ui/form';
import { formatDay } from '../../ui/format';
import { TwoColumns } from '../../ui/two-columns';
import { useToast } from '../../ui/use-toast';
import { closeDialog } from '../keeper';
import { explain } from '../words';
import { kitText, twoGroups } from './kit.policy';
import './kit.css';

const groupRule = (code: string, index: number) =>
  string()
    .required('Please enter this group')
    .test('same', 'This is not what your kit says', (typed) => !!typed && isRecoveryGroup(code, index, typed));

interface KitDialogProps {
  code: string;
  /** Of these keys; else it takes the place of one before. */
  isFirst: boolean;
  save: () => Promise<void>;
}

/** Shows a recovery key, once, and lets go of it only when two of its groups were read from where it was saved, or later. */
export function KitDialog({ code, isFirst, save }: KitDialogProps) {
  const { email } = useUser();
  const [asked] = useState(twoGroups);
  const [made] = useState(() => formatDay(new Date().toISOString()));
  const toast = useToast();
  const saved = useMutation({ mutationFn: save });
  const kit = kitText({ code, email, origin: location.origin, made });

  const submit = () =>
    saved.mutateAsync().then(() => {
      closeDialog();
      toast.success({
        title: 'Recovery key saved',
        description: 'It opens your encrypted files if you ever forget your password.',
      });
    });

  return (
    <Modal
      open
      title="Save your recovery key"
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      width={560}
    >
      <Typography.Paragraph type="secondary">
        {isFirst
          ? 'Your files are from now on sealed with keys that only your password opens. If you forget it, this recovery key is the only other way in: nobody can make it again.'
          : 'If you forget your password, this recovery key is the only other way to your encrypted files. An earlier one works until you say that you have saved this.'}
      </Typography.Paragraph>
      <RecoveryKey code={code} />
      <Flex gap={8} wrap style={{ margin: '12px 0 24px' }}>
        <Button icon={<PrinterOutlined />} onClick={() => print()}>
          Print
        </Button>
        <Button
          icon={<DownloadOutlined />}
          onClick={() => saveAs(new Blob([kit], { type: 'text/plain' }), 'tradepost-recovery-key.txt')}
        >
          Download
        </Button>
        <CopyButton text={code}>Copy</CopyButton>
      </Flex>
      <Form
        label="Save your recovery key"
        schema={object({ first: groupRule(code, asked[0]), second: groupRule(code, asked[1]) })}
        initialValues={{ first: '', second: '' }}
        onSubmit={submit}
      >
        <Typography.Paragraph strong style={{ marginBottom: 8 }}>
          To be sure, type two of its groups from where you saved it
        </Typography.Paragraph>
        <FormError message={saved.error && explain(saved.error)} />
        <TwoColumns min={140}>
          <TextField
            name="first"
            label={`Group ${asked[0] + 1}`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="key-text"
            maxLength={12}
          />
          <TextField
            name="second"
            label={`Group ${asked[1] + 1}`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="key-text"
            maxLength={12}
          />
        </TwoColumns>
        <SubmitButton>I have saved it</SubmitButton>
        <Button type="text" block onClick={closeDialog} style={{ marginTop: 8 }}>
          Later
        </Button>
      </Form>
      {createPortal(<PrintedKit code={code} email={email} made={made} />, document.body)}
    </Modal>
  );
}

function RecoveryKey({ code }: { code: string }) {
  return (
    <ol className="recovery-key key-text" aria-label="Recovery key">
      {code.split('-').map((group, index) => (
        <li key={index}>
          <span aria-hidden className="recovery-key-number">
            {group.length === 1 ? 'Check' : index + 1}
          </span>
          {group}
        </li>
      ))}
    </ol>
  );
}

/** A page of its own: nothing else of the screen is printed with it. */
function PrintedKit({ code, email, made }: { code: string; email: string; made: string }) {
  return (
    <section className="printed-kit" aria-hidden>
      <h1>Tradepost recovery key</h1>
      <p>
        If you forget your password, only this key opens your end-to-end encrypted files. Nobody else has it, and nobody
        can make it again.
      </p>
      <RecoveryKey code={code} />
      <dl>
        <dt>Account</dt>
        <dd>{email}</dd>
        <dt>Address</dt>
        <dd>{location.origin}</dd>
        <dt>Made</dt>
        <dd>{made}</dd>
      </dl>
      <p>
        Whoever has this key and your account can read your files. Keep it where you keep important papers, not beside
        your password.
      </p>
    </section>
  );
}
