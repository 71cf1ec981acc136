import { useInfiniteQuery } from '@tanstack/react-query';
import { maxCommentLength, type RequestComment, type RequestDetails } from '@tradepost/contracts/requests';
import { Alert, Button, Checkbox, Flex, Form, Input, Typography } from 'antd';
import { useState } from 'react';
import { useMay } from '../../../session/may';
import { SkeletonList } from '../../../ui/busy/skeleton-list';
import { ExchangeCard } from '../../../ui/exchange/exchange-page';
import { StatusTag } from '../../../ui/feedback/status-tag';
import { TimeText } from '../../../ui/feedback/time-text';
import { QueryResult } from '../../../ui/list/query-result';
import { commentsQuery, useComment } from '../api';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

/** What both sides wrote about the request, and a field to write more. */
export function Comments({ details: { request, role } }: { details: RequestDetails }) {
  const query = useInfiniteQuery(commentsQuery(request.id));
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const mayComment = useMay('comment');
  return (
    <ExchangeCard title={t('Comments')}>
      <Flex vertical gap={16}>
        {hasNextPage && (
          <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show older comments')}
          </Button>
        )}
        <QueryResult query={query} placeholder={<SkeletonList rows={1} />}>
          {({ pages }) =>
            pages.every(({ comments }) => comments.length === 0) ? (
              <Typography.Text type="secondary">{t('No comments yet')}</Typography.Text>
            ) : (
              <Flex component="ul" aria-label={t('Comments')} vertical gap={12} className={layout.bareList}>
                {pages
                  .toReversed()
                  .flatMap(({ comments }) => comments)
                  .map((comment) => (
                    <Comment key={comment.id} comment={comment} />
                  ))}
              </Flex>
            )
          }
        </QueryResult>
        {mayComment && <NewComment id={request.id} isSender={role === 'sender'} />}
      </Flex>
    </ExchangeCard>
  );
}

const Comment = ({ comment: { email, internal, text, at } }: { comment: RequestComment }) => (
  <li>
    <Flex gap={8} align="center" wrap className={layout.small}>
      <Typography.Text strong className={layout.breakWords}>
        {email ?? t('A deleted account')}
      </Typography.Text>
      <Typography.Text type="secondary">
        <TimeText iso={at} isRelative />
      </Typography.Text>
      {internal && <StatusTag tone="grey" text={t('Internal')} />}
    </Flex>
    <div className={`${layout.preLine} ${layout.breakWords}`}>{text}</div>
  </li>
);

function NewComment({ id, isSender }: { id: string; isSender: boolean }) {
  const comment = useComment();
  const [text, setText] = useState('');
  const [internal, setInternal] = useState(false);
  const submit = () => comment.mutate({ id, text: text.trim(), internal }, { onSuccess: () => setText('') });
  return (
    <Form layout="vertical" component="div" disabled={comment.isPending}>
      <Form.Item label={t('Your comment')} htmlFor="comment" className={layout.marginBottom16}>
        <Input.TextArea
          id="comment"
          value={text}
          onChange={({ target }) => setText(target.value)}
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={maxCommentLength}
          aria-describedby="comment-readers"
        />
        <Typography.Text type="secondary" id="comment-readers" className={layout.small}>
          {internal ? t('Only your company sees it.') : t('Both sides see it. Comments are not end-to-end encrypted.')}
        </Typography.Text>
      </Form.Item>
      {comment.error && (
        <Alert type="error" showIcon role="alert" title={comment.error.message} className={layout.marginBottom16} />
      )}
      <Flex gap={16} align="center" wrap>
        <Button loading={comment.isPending} disabled={text.trim() === ''} onClick={submit}>
          {t('Comment')}
        </Button>
        {isSender && (
          <Checkbox checked={internal} onChange={({ target }) => setInternal(target.checked)}>
            {t('Only for my company')}
          </Checkbox>
        )}
      </Flex>
    </Form>
  );
}
