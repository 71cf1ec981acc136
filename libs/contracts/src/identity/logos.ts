import { command, internal } from '../define';
import { byGateway, id, object, text, type Message } from '../values/fields';

/** Largest size of a stored logo in pixels: twice as wide and high as it is shown. */
export const logoSize = { width: 320, height: 96 };

/** Of a stored logo; one without any compression has fewer. */
export const maxLogoBytes = 128 * 1024;

const base64Length = Math.ceil(maxLogoBytes / 3) * 4;

export interface Logo {
  /** PNG in Base64; null if there is none for the caller. */
  image: string | null;
}

export const logoCommands = {
  /** Replaces the logo of the caller's company by a PNG or JPEG picture, which is made small and stored as PNG. @throws FILE_TYPE, TOO_LARGE, COMPANY_MISSING */
  setLogo: command<Message>()('identity.set-logo', object({ image: text(base64Length).required().meta(byGateway) })),
  /** Removes the logo of the caller's company. */
  removeLogo: command<Message>()('identity.remove-logo', object({})),
  /** The logo of the caller's company, or of a verified company with an accepted partnership. */
  logo: command<Logo>()('identity.logo', object({ companyId: id().required() })),
  /** The logo of a verified company, for mails to its partners. */
  logoForMails: internal<Logo>()('identity.logo-for-mails', object({ companyId: id().required() })),
};
