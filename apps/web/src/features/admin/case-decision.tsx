import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { reviewFindings, type KycCaseDetail, type KycDecision } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { Button, Flex, Form, Input, Modal, Typography } from 'antd';
import { useId, useState } from 'react';
import { send } from '../../api/send';
import { useUser } from '../../session/auth.store';
import { useToast } from '../../ui/notice/use-toast';
import { useCaseWork } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './case-decision.module.css';

interface Way {
  title: string;
  ok: string;
  done: string;
  templates: string[];
}

const ways: Record<KycDecision, Way> = {
  approve: {
    title: t('Approve the registration?'),
    ok: t('Approve'),
    done: t('The registration is approved.'),
    templates: [],
  },
  'request-changes': {
    title: t('Request changes?'),
    ok: t('Request changes'),
    done: t('Changes requested from the applicant.'),
    templates: [
      t('Almost done: please correct the marked items and submit the registration again.'),
      t('Please upload the missing documents and submit the registration again.'),
    ],
  },
  reject: {
    title: t('Reject the registration?'),
    ok: t('Reject'),
    done: t('The registration is rejected.'),
    templates: [
      t('We could not confirm that the company exists under this name and number.'),
      t('The company does business that Tradepost does not serve.'),
      t('The documents could not be confirmed as genuine.'),
    ],
  },
};

/** The decision, for the admin who claimed the case; approval only without blockers. It stays in view, because a case is several screens long. */
export function CaseDecision({ found }: { found: KycCaseDetail }) {
  const { email } = useUser();
  const [open, setOpen] = useState<KycDecision>();
  const [isListShown, setListShown] = useState(false);
  const list = useId();
  const { claimedBy, approvedBy, barriers } = found;
  const isOthers = claimedBy !== null && claimedBy !== email;
  const isSecond = approvedBy === email;
  return (
    <section aria-label={t('Decision')} className={styles.bar}>
      {isListShown && barriers.length > 0 && (
        <ul id={list} aria-label={t('Before you can approve')} className={styles.barriers}>
          {barriers.map((barrier) => (
            <li key={barrier}>{barrier}</li>
          ))}
        </ul>
      )}
      <div className={styles.state}>
        {isOthers ? (
          <Typography.Text type="secondary">
            {t('{claimedBy} works on this case and decides it.', { claimedBy })}
          </Typography.Text>
        ) : (
          barriers.length > 0 && (
            <Button
              type="text"
              icon={isListShown ? <DownOutlined aria-hidden /> : <UpOutlined aria-hidden />}
              iconPlacement="end"
              aria-expanded={isListShown}
              aria-controls={list}
              onClick={() => setListShown(!isListShown)}
            >
              {t('{count, plural, one {# step} other {# steps}} before you can approve', { count: barriers.length })}
            </Button>
          )
        )}
      </div>
      <div className={styles.buttons}>
        <Button danger disabled={isOthers} onClick={() => setOpen('reject')}>
          {t('Reject')}
        </Button>
        <Button disabled={isOthers} onClick={() => setOpen('request-changes')}>
          {t('Request changes')}
        </Button>
        <Button
          type={barriers.length > 0 ? 'default' : 'primary'}
          disabled={isOthers || isSecond || barriers.length > 0}
          onClick={() => setOpen('approve')}
        >
          {t('Approve')}
        </Button>
      </div>
      {open && <DecisionDialog found={found} decision={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

function DecisionDialog({
  found: { id, version, companyName, documents, fields },
  decision,
  onClose,
}: {
  found: KycCaseDetail;
  decision: KycDecision;
  onClose: () => void;
}) {
  const { title, ok, done, templates } = ways[decision];
  const asked = reviewFindings(documents, fields);
  const toast = useToast();
  const [reason, setReason] = useState(decision === 'request-changes' && asked.length > 0 ? (templates[0] ?? '') : '');
  const decide = useCaseWork(id, () =>
    send(routes.decideKycCase, { id, version, decision, ...(reason.trim() && { reason: reason.trim() }) }),
  );
  const needsReason = decision !== 'approve';
  const submit = () =>
    decide.mutateAsync(undefined).then(
      ({ status }) => {
        onClose();
        toast.success({
          title: companyName,
          description:
            status === 'Processing' ? t('Your approval was saved. A second administrator must also approve it.') : done,
        });
      },
      ({ message }: Error) => {
        onClose();
        toast.destructive({ title: t('Error'), description: message });
      },
    );
  return (
    <Modal
      open
      title={title}
      okText={ok}
      okButtonProps={{ danger: decision === 'reject', disabled: needsReason && !reason.trim() }}
      confirmLoading={decide.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {needsReason && asked.length > 0 && (
        <>
          <Typography.Text>{t('The email asks for:')}</Typography.Text>
          <ul className={styles.blockers}>
            {asked.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {needsReason ? (
        <Form layout="vertical" component="div">
          <Form.Item
            label={t('Reason')}
            htmlFor="decision-reason"
            extra={t('The applicant sees it on screen and in the email.')}
            className={layout.marginBottom8}
          >
            <Input.TextArea
              id="decision-reason"
              autoFocus
              rows={4}
              maxLength={2000}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Form.Item>
          <Flex vertical gap={4} align="flex-start" role="group" aria-labelledby="suggested-reasons">
            <Typography.Text id="suggested-reasons" type="secondary">
              {t('Suggested texts')}
            </Typography.Text>
            {templates.map((template) => (
              <Button
                key={template}
                type="link"
                size="small"
                onClick={() => setReason(template)}
                className={styles.linkButton}
              >
                {template}
              </Button>
            ))}
          </Flex>
        </Form>
      ) : (
        <Typography.Text>
          {t('Partners of {companyName} will see that it was verified, what was checked, and when.', { companyName })}
        </Typography.Text>
      )}
    </Modal>
  );
}
