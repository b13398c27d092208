import type { FastifyReply } from 'fastify'
import type { CalendarFile } from '#contract/calendar.ts'
import { attachment } from './file-name.ts'

/** Sends an iCalendar file as a download. */
export const sendCalendar = (reply: FastifyReply, { name, text }: CalendarFile) =>
  reply
    .header('content-disposition', attachment(`${name}.ics`))
    .type('text/calendar; charset=utf-8')
    .send(text)
