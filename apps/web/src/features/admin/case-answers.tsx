import { FlagFilled, FlagOutlined } from '@ant-design/icons';
import type { KycCaseDetail } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { Button, Card, Flex, Form, Input, Modal, Tooltip, Typography } from 'antd';
import { useState } from 'react';
import { send } from '../../api/send';
import { useUser } from '../../session/auth.store';
import { useToast } from '../../ui/notice/use-toast';
import { useCaseWork } from './api';
import { answersOf, type Answer } from './parts';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './case-answers.module.css';

/** The company's answers; each can be marked for correction. */
export function CaseAnswers({ found }: { found: KycCaseDetail }) {
  const { email } = useUser();
  const [marking, setMarking] = useState<Answer>();
  const mayWork = found.status === 'Processing' && (found.claimedBy === null || found.claimedBy === email);
  const reasons = new Map(found.fields.map(({ field, reason }) => [field, reason]));
  return (
    <Flex vertical gap={16} className={layout.shrinkable}>
      {answersOf(found.data).map(({ title, answers }) => (
        <Card key={title} title={title} size="small">
          <dl className={styles.answers}>
            {answers.map((answer) => {
              const reason = reasons.get(answer.field);
              return (
                <div key={answer.field}>
                  <dt>{answer.label}</dt>
                  <dd>
                    <span className={layout.grow}>
                      {answer.value || <Typography.Text type="secondary">–</Typography.Text>}
                      {reason && (
                        <Typography.Text type="warning" className={`${layout.block} ${layout.small}`}>
                          <FlagFilled aria-hidden /> {reason}
                        </Typography.Text>
                      )}
                    </span>
                    {mayWork && (
                      <Tooltip title={reason ? t('Change the mark') : t('Mark for correction')}>
                        <Button
                          type="text"
                          size="small"
                          icon={reason ? <FlagFilled /> : <FlagOutlined />}
                          aria-label={
                            reason
                              ? t('Change the mark of {label}', { label: answer.label })
                              : t('Mark for correction: {label}', { label: answer.label })
                          }
                          onClick={() => setMarking(answer)}
                        />
                      </Tooltip>
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        </Card>
      ))}
      {marking && (
        <MarkDialog
          caseId={found.id}
          answer={marking}
          reason={reasons.get(marking.field) ?? ''}
          onClose={() => setMarking(undefined)}
        />
      )}
    </Flex>
  );
}

function MarkDialog({
  caseId,
  answer: { field, label },
  reason,
  onClose,
}: {
  caseId: string;
  answer: Answer;
  reason: string;
  onClose: () => void;
}) {
  const [text, setText] = useState(reason);
  const toast = useToast();
  const remark = useCaseWork(caseId, (why: string) =>
    send(routes.remarkKycField, { id: caseId, field, ...(why && { reason: why }) }),
  );
  const save = (why: string) =>
    remark.mutate(why, {
      onSuccess: onClose,
      onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
    });
  return (
    <Modal
      open
      title={t('What is wrong with {label}?', { label })}
      onCancel={onClose}
      footer={[
        reason && (
          <Button
            key="remove"
            danger
            loading={remark.isPending}
            onClick={() => save('')}
            className={styles.startButton}
          >
            {t('Remove the mark')}
          </Button>
        ),
        <Button key="cancel" onClick={onClose}>
          {t('Cancel')}
        </Button>,
        <Button
          key="save"
          type="primary"
          disabled={!text.trim()}
          loading={remark.isPending}
          onClick={() => save(text.trim())}
        >
          {t('Mark')}
        </Button>,
      ]}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label={t('Reason')}
          htmlFor="mark-reason"
          extra={t('The applicant sees it next to the field.')}
          className={layout.marginBottom0}
        >
          <Input.TextArea
            id="mark-reason"
            autoFocus
            rows={3}
            maxLength={500}
            showCount
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
