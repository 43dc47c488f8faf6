/** Where a finding is: as data, and the one text of it for readers. */
import type { Pointer } from '../contract/pointer.ts';

/** In words: which of several responses, or which part of one; and the element of a list, if it has no index. */
export interface Within {
  /** `the event`, `error 2`. */
  readonly of?: string;
  /** `offset 7`. */
  readonly at?: string;
}

/** A value of the body. Without a pointer, `of` alone may name it. */
export interface BodyPlace extends Within {
  readonly part: 'body';
  readonly pointer: Pointer;
}

/** An element that the list at the pointer lacks, or has and must not have. */
export interface ListPlace extends Within {
  readonly part: 'list';
  readonly pointer: Pointer;
}

/** `sent` says how the request was sent: `with the number 5`. */
export interface StatusPlace extends Pick<Within, 'of'> {
  readonly part: 'status';
  readonly sent?: string;
}

export interface HeaderPlace extends Pick<Within, 'of'> {
  readonly part: 'header';
  readonly name: string;
}

/** The body as text, before it is decoded. */
export interface TextPlace extends Pick<Within, 'of'> {
  readonly part: 'text';
}

/** `query`: a parameter of the request. `operation`: its presence. `response`: any text of it. */
export type Place =
  | (BodyPlace | ListPlace | StatusPlace | HeaderPlace | TextPlace)
  | { readonly part: 'query'; readonly name: string }
  | { readonly part: 'operation' | 'connection' | 'response' };

export const STATUS: StatusPlace = { part: 'status' };
export const BODY_TEXT: TextPlace = { part: 'text' };

export function headerPlace(name: string): HeaderPlace {
  return { part: 'header', name };
}

/** A place in the body of one of several responses, or in an element without an index. */
export function bodyPlace(pointer: Pointer, within: Within = {}): BodyPlace {
  return { part: 'body', pointer, ...within };
}

/** The same place in one of several responses, or in an element without an index. */
export function placeWithin<P extends Place>(place: P, within: Within): P {
  return { ...place, ...within };
}

/** The pointer in the body of the response that is judged; `undefined` for other places. */
export function pointerOf(place: Place | undefined): Pointer | undefined {
  if (place?.part !== 'body' && place?.part !== 'list') return undefined;
  return place.of === undefined && place.at === undefined ? place.pointer : undefined;
}

/** The members that lead to a place, in any body; `-` is an element without an index, as in JSON Pointer. */
export function pathOf(place: Place): Pointer {
  if (place.part === 'list') return place.pointer && `${place.pointer}/-`;
  return place.part === 'body' ? place.pointer : '';
}

/** True for the whole body, as a value or as text. */
export function isWholeBody(place: Place | undefined): boolean {
  return pointerOf(place) === '' || isBodyText(place);
}

export function isBodyText(place: Place | undefined): boolean {
  return place?.part === 'text' && place.of === undefined;
}

export function isStatusPlace(place: Place | undefined): boolean {
  return place?.part === 'status';
}

/** True for the status of the response that is judged, however its request was sent. */
export function isOneStatus(place: Place | undefined): boolean {
  return place?.part === 'status' && place.of === undefined;
}

/** The same, unless the place says how the request was sent. */
export function isOwnStatus(place: Place | undefined): boolean {
  return place?.part === 'status' && place.of === undefined && place.sent === undefined;
}

/** True for this header of the response that is judged; the name is in lower case. */
export function isHeader(place: Place | undefined, name: string): boolean {
  return place?.part === 'header' && place.of === undefined && place.name.toLowerCase() === name;
}

/** `status of HEAD`, `/update/offset at offset 7`, `the body`, `/rights/-`. */
export function placeText(place: Place): string {
  switch (place.part) {
    case 'body':
    case 'list':
      return said(pathOf(place), place, 'the body');
    case 'text':
      return said('body', place);
    case 'status':
      return [said('status', place), ...(place.sent === undefined ? [] : [place.sent])].join(' ');
    case 'header':
      return said(place.name, place);
    case 'query':
      return `query ${place.name}`;
    default:
      return `the ${place.part}`;
  }
}

/** A subject with the words that say where it is; without a subject, the words alone, or those for the whole. */
export function said(subject: string, { of, at }: Within, whole = ''): string {
  const named = subject === '' ? (of ?? whole) : subject + (of === undefined ? '' : ` of ${of}`);
  return at === undefined ? named : `${named} at ${at}`;
}

/** The same for such places of other responses: without indexes, and without the numbers of its words. One is like several. */
export function kindOfPlace(place: Place): string {
  return placeText(place).replace(/\d+(?: (\w+?)s?\b)?/g, (_, word) => (word ? `* ${word}` : '*'));
}
