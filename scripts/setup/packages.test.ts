import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain } from './packages.js'

test('an installation that npm refuses because of the age of a package names the setting that stands in the way', () => {
  const output = `npm error code ETARGET
npm error notarget No matching version found for zod@4.6.7 with a date before 1/1/2025, 12:00:00 AM.`
  assert.match(explain(output), /"min-release-age" .*npm_config_min_release_age=0 npm start$/)
  assert.match(explain('npm error code ENOTFOUND'), /Check the network connection/)
})
