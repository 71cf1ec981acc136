import type { KycCaseDetail, KycDecision } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { Button, Card, Flex, Input, Timeline, Typography } from 'antd';
import { useState } from 'react';
import { send } from '../../api/send';
import { TimeText } from '../../ui/feedback/time-text';
import { useToast } from '../../ui/notice/use-toast';
import { useCaseWork } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './case-history.module.css';

const decided: Record<KycDecision, string> = {
  approve: t('approved the registration'),
  reject: t('rejected the registration'),
  'request-changes': t('requested changes'),
};

interface Happened {
  key: string;
  at: string;
  by: string;
  what: string;
  text: string | null;
  isNote: boolean;
}

/** Decisions and notes in order; only admins see notes. */
export function CaseHistory({ found: { id, notes, decisions } }: { found: KycCaseDetail }) {
  const toast = useToast();
  const [text, setText] = useState('');
  const note = useCaseWork(id, (given: string) => send(routes.noteKycCase, { id, text: given }));
  const all: Happened[] = [
    ...notes.map(({ id: key, at, by, text: body }) => ({ key, at, by, what: t('wrote'), text: body, isNote: true })),
    ...decisions.map(({ decision, at, by, reason }) => ({
      key: `${at} ${decision}`,
      at,
      by,
      what: decided[decision],
      text: reason,
      isNote: false,
    })),
  ].sort((a, b) => b.at.localeCompare(a.at));
  const write = () =>
    note.mutate(text.trim(), {
      onSuccess: () => setText(''),
      onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
    });
  return (
    <Card title={t('Notes and history')} size="small">
      <Flex gap={8} align="flex-start" wrap {...(all.length > 0 && { className: layout.marginBottom20 })}>
        <Input.TextArea
          aria-label={t('Note')}
          placeholder={t('A note for other administrators; the applicant never sees it')}
          rows={2}
          maxLength={4000}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className={styles.note}
        />
        <Button disabled={!text.trim()} loading={note.isPending} onClick={write}>
          {t('Add note')}
        </Button>
      </Flex>
      <Timeline
        items={all.map(({ key, at, by, what, text: body, isNote }) => ({
          key,
          color: isNote ? 'gray' : 'blue',
          content: (
            <>
              <Typography.Text strong className={layout.breakWords}>
                {by}
              </Typography.Text>{' '}
              {what} ·{' '}
              <Typography.Text type="secondary">
                <TimeText iso={at} />
              </Typography.Text>
              {body && <div className={styles.noteText}>{body}</div>}
            </>
          ),
        }))}
      />
    </Card>
  );
}
