package ipc

import "testing"

// BenchmarkRPCRights is the ipc share of one remote procedure call: request with
// a reply right, reply, both queued and received.
func BenchmarkRPCRights(b *testing.B) {
	s := &State{}
	server, client := s.NewSpace(1), s.NewSpace(2)
	service, _ := s.PortAllocate(server, RightReceive)
	s.AddSend(s.PortOf(server, service))
	dest := s.CopyOutRight(client, s.PortOf(server, service), PortSend)
	reply, _ := s.PortAllocate(client, RightReceive)
	servicePort, replyPort := s.PortOf(server, service), s.PortOf(client, reply)

	request := NewMessage(100, 1).To(dest, CopySend).ReplyTo(reply, MakeSendOnce)
	answer := NewMessage(200, 2)
	var got Message
	b.ReportAllocs()
	for b.Loop() {
		id := s.NewDraft(request)
		if c := s.CopyIn(client, id, Null); c != 0 {
			b.Fatal(c)
		}
		s.Enqueue(id)
		id = s.First(servicePort, 0)
		s.Dequeue(id)
		s.CopyOut(server, id, &got, Null)
		answer.To(got.Remote, MoveSendOnce)
		id = s.NewDraft(answer)
		if c := s.CopyIn(server, id, Null); c != 0 {
			b.Fatal(c)
		}
		s.Enqueue(id)
		id = s.First(replyPort, 0)
		s.Dequeue(id)
		s.CopyOut(client, id, &got, Null)
		s.Changes = s.Changes[:0]
	}
	b.StopTimer()
	if err := s.Check(); err != nil {
		b.Fatal(err)
	}
}
