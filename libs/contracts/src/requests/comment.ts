import { command } from '../define';
import { boolean, id, object, pageNumber, text, trimmedText, uuidPattern, type Page } from '../values/fields';

export const maxCommentLength = 2000;

/** Of one page. */
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

/** Oldest first. `next`: send it as `before` to read older ones; null if there are none. */
export interface CommentPage {
  comments: RequestComment[];
  next: string | null;
}

export const commentCommands = {
  /** The newest 200 comments on a request of the caller or to the caller's company, or those before the comment `before`. @throws NOT_FOUND */
  comments: command<CommentPage>()(
    'requests.comments',
    object({
      id: id().required(),
      before: text(36).test(
        'comment',
        'before is not the id of a comment',
        (value) => !value || uuidPattern.test(value),
      ),
    }),
  ),
  /** Comments are never changed or removed alone: a request that its receiver withdraws takes its comments with it. After the partnership has ended, only internal ones are accepted. @throws NOT_FOUND, PARTNERSHIP_ENDED, TOO_MANY */
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
