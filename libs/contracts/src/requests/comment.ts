import { command } from '../define';
import { boolean, id, object, pageNumber, trimmedText, type Page } from '../values/fields';

export const maxCommentLength = 2000;

/** The newest that a list of comments has. */
export const listedComments = 200;

export interface RequestComment {
  id: string;
  requestId: string;
  /** Who wrote it: of the company that the request was sent to, or the receiver. */
  side: 'sender' | 'receiver';
  /** The author's e-mail address; null after the account was deleted. */
  email: string | null;
  /** Only the company of the author sees it. */
  internal: boolean;
  text: string;
  at: string;
}

export const commentCommands = {
  /** The newest comments on a request of the caller or to the caller's company, oldest first. @throws NOT_FOUND */
  comments: command<{ comments: RequestComment[] }>()('requests.comments', object({ id: id().required() })),
  /** Comments are never changed or removed alone: a request that its receiver withdraws takes its comments with it. @throws NOT_FOUND, TOO_MANY */
  comment: command<{ comment: RequestComment }>()(
    'requests.comment',
    object({
      id: id().required(),
      text: trimmedText(maxCommentLength).required('Please write something'),
      /** Only for people of the company that the request was sent to. */
      internal: boolean().default(false),
    }),
  ),
  /** The caller's own comments on all requests, newest first. */
  ownComments: command<Page<RequestComment>>()('requests.own-comments', object({ page: pageNumber })),
};
