-- Sends each request from another network, because the site limits the requests of a network.
local networks = 250
local requests = {}
local nth = 0

function init()
  for number = 1, networks do
    wrk.headers["X-Forwarded-For"] = "10." .. number .. ".1.1"
    requests[number] = wrk.format()
  end
end

function request()
  nth = nth % networks + 1
  return requests[nth]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  local form = 'RESULT {"answered":%d,"failed":%d,"seconds":%.3f,"p50":%.3f,"p99":%.3f}\n'
  local milliseconds = function(share) return latency:percentile(share) / 1000 end
  local answered = summary.requests - errors.status
  io.write(form:format(answered, failed, summary.duration / 1e6, milliseconds(50), milliseconds(99)))
end
